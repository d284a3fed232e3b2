import { Link } from '@tanstack/react-router'
import type { CaseFieldsFragment } from '../../../api/generated/graphql.ts'
import { chargeMoney as texts } from '../../../lib/i18n/actions.ts'
import { cases } from '../../../lib/i18n/finance/cases.ts'
import { caseKind } from '../../../lib/i18n/status.ts'
import { DataTable, RowCard, type Column } from '../../../ui/lists/DataTable.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { CaseStatusBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'

type Row = CaseFieldsFragment

/** The cases of the charge. Renders nothing without one. */
export function ChargeCases({ rows }: { rows: Row[] }) {
  const t = useText()
  if (rows.length === 0) return null
  const columns: Column<Row>[] = [
    { id: 'kind', header: t(cases.kind), cell: (row) => <CaseLink row={row} /> },
    { id: 'status', header: t(texts.status), cell: (row) => <CaseStatusBadge status={row.status} /> },
    { id: 'opened', header: t(cases.opened), wide: true, cell: (row) => <When at={row.openedAt} /> },
    { id: 'held', header: t(cases.held), align: 'end', cell: (row) => <Money cents={heldOf(row)} /> },
    { id: 'amount', header: t(texts.amount), align: 'end', cell: (row) => <Money cents={row.amountCents} /> },
  ]
  return (
    <Section title={t(texts.cases)} flush>
      <DataTable
        label={t(texts.cases)}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard
            title={<CaseLink row={row} />}
            aside={<Money cents={row.amountCents} />}
            note={<When at={row.openedAt} />}
            noteAside={<CaseStatusBadge status={row.status} />}
          />
        )}
      />
    </Section>
  )
}

const heldOf = (row: Row) => BigInt(row.heldCents) + BigInt(row.heldPayerCents)

function CaseLink({ row }: { row: Row }) {
  const t = useText()
  return (
    <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ merchant: row.merchantId }}>
      {t(caseKind[row.kind])}
    </Link>
  )
}
