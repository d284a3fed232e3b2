import { actorName } from '../../lib/i18n/people/audit-acts.ts'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { formatBps } from '../../lib/values/money.ts'
import { changedTermNames } from '../../lib/terms-changes.ts'
import { DataTable, RowCard, type Column } from '../../ui/lists/DataTable.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Section } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { When } from '../../ui/values/When.tsx'
import type { MerchantDetail } from './merchant.query.ts'

type Row = MerchantDetail['termsHistory'][number]

/** All versions of the terms, newest first. */
export function TermsHistory({ versions }: { versions: Row[] }) {
  const t = useText()
  const beforeOf = (row: Row) => versions.find(({ version }) => version === row.version - 1)
  const columns: Column<Row>[] = [
    { id: 'version', header: t(texts.versions), cell: (row) => t(texts.version(row.version)) },
    { id: 'fee', header: t(texts.fee), cell: (row) => <Fee row={row} /> },
    { id: 'reserve', header: t(texts.reserve), cell: (row) => <Reserve row={row} /> },
    { id: 'settled', header: t(texts.settlementDays), cell: (row) => `D+${row.terms.settlementDelayDays}` },
    { id: 'changed', header: t(texts.changed), cell: (row) => <Changed row={row} before={beforeOf(row)} /> },
    { id: 'from', header: t(texts.validFrom), cell: (row) => <When at={row.validFrom} /> },
    { id: 'by', header: t(texts.changedBy), cell: (row) => t(actorName(row.changedBy)) },
  ]
  return (
    <Section title={t(texts.history)} flush>
      <DataTable
        label={t(texts.history)}
        columns={columns}
        rows={versions}
        rowKey={(row) => String(row.version)}
        card={(row) => (
          <RowCard
            title={t(texts.version(row.version))}
            aside={<Fee row={row} />}
            note={
              <>
                <div>
                  <Changed row={row} before={beforeOf(row)} />
                </div>
                <When at={row.validFrom} /> · {t(actorName(row.changedBy))}
              </>
            }
            noteAside={<Reserve row={row} />}
          />
        )}
      />
    </Section>
  )
}

function Changed({ row, before }: { row: Row; before: Row | undefined }) {
  const t = useText()
  if (before === undefined) return t(texts.firstTerms)
  return changedTermNames(before.terms, row.terms).map(t).join(' · ') || '—'
}

function Fee({ row }: { row: Row }) {
  const { language } = usePreferences()
  return (
    <span className="figures">
      {formatBps(row.terms.feePercentBps, language)} + <Money cents={row.terms.feeFixedCents} />
    </span>
  )
}

function Reserve({ row }: { row: Row }) {
  const { language } = usePreferences()
  return (
    <span className="figures">
      {formatBps(row.terms.reserveBps, language)} · {row.terms.reserveDays} d
    </span>
  )
}
