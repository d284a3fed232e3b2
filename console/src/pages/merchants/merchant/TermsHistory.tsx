import { merchants as texts } from '../texts.ts'
import { actorName } from '../../../lib/i18n/people/audit.ts'
import { precisionToTellApart } from '../../../lib/time/when.ts'
import { formatBps } from '../../../lib/values/money.ts'
import { changedTermNames } from './terms-changes.ts'
import type { Column } from '../../../ui/lists/column.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Section } from '../../../ui/Page.tsx'
import { usePreferences, useText } from '../../../ui/preferences.tsx'
import { When } from '../../../ui/values/When.tsx'
import { Fee } from '../Fee.tsx'
import type { MerchantDetail } from '../merchant.query.ts'

type Row = MerchantDetail['termsHistory'][number]

/** All versions of a merchant's terms, newest first. */
export function TermsHistory({ versions }: { versions: Row[] }) {
  const t = useText()
  const beforeOf = (row: Row) => versions.find(({ version }) => version === row.version - 1)
  const precision = precisionToTellApart(versions.map(({ validFrom }) => validFrom))
  const columns: Column<Row>[] = [
    { header: texts.versions, cell: (row) => t(texts.version(row.version)), card: 'title' },
    {
      header: texts.fee,
      cell: (row) => <Fee terms={row.terms} />,
      card: { slot: 'aside', label: true },
    },
    {
      header: texts.reserve,
      cell: (row) => <Reserve row={row} />,
      card: { slot: 'note', label: true },
    },
    {
      header: texts.settlement,
      cell: (row) => `D+${row.terms.settlementDelayDays}`,
      card: { slot: 'note', label: true },
    },
    {
      header: texts.changed,
      cell: (row) => <Changed row={row} before={beforeOf(row)} />,
      card: { slot: 'note', label: true },
    },
    {
      header: texts.validFrom,
      cell: (row) => <When at={row.validFrom} precision={precision} />,
      card: { slot: 'note', label: true },
    },
    {
      header: texts.changedBy,
      cell: (row) => t(actorName(row.changedBy)),
      card: { slot: 'note', label: true },
    },
  ]
  return (
    <Section title={t(texts.history)} flush>
      <DataTable
        label={t(texts.history)}
        columns={columns}
        rows={versions}
        rowKey={(row) => String(row.version)}
      />
    </Section>
  )
}

function Changed({ row, before }: { row: Row; before: Row | undefined }) {
  const t = useText()
  if (before === undefined) return t(texts.firstTerms)
  return changedTermNames(before.terms, row.terms).map(t).join(' · ') || '—'
}

function Reserve({ row }: { row: Row }) {
  const { language } = usePreferences()
  return (
    <span className="figures">
      {formatBps(row.terms.reserveBps, language)} · {row.terms.reserveDays} d
    </span>
  )
}
