import { Link } from '@tanstack/react-router'
import { caseColumns } from '../../../lib/i18n/finance/cases.ts'
import { chargeCases as texts } from './charge-texts.ts'
import type { CaseFieldsFragment } from '../../../api/generated/graphql.ts'
import { heldOf } from '../../../lib/values/held.ts'
import { caseKind } from '../../../lib/i18n/status.ts'
import type { Column } from '../../../ui/lists/column.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Section } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { CaseStatusBadge } from '../../../shared/StatusBadge.tsx'
import { When } from '../../../ui/values/When.tsx'

type Row = CaseFieldsFragment

const columns: readonly Column<Row>[] = [
  { header: caseColumns.kind, cell: (row) => <CaseLink row={row} />, card: 'title' },
  { header: texts.status, cell: (row) => <CaseStatusBadge row={row} />, card: 'noteAside' },
  {
    header: caseColumns.opened,
    wide: true,
    cell: (row) => <When at={row.openedAt} />,
    card: { slot: 'note', label: true },
  },
  {
    header: texts.held,
    align: 'end',
    cell: (row) => <Money cents={heldOf(row)} />,
    card: { slot: 'note', label: true },
  },
  { header: texts.amount, align: 'end', cell: (row) => <Money cents={row.amountCents} />, card: 'aside' },
]

/** The cases of the charge. Renders nothing without a case. */
export function ChargeCases({ rows }: { rows: Row[] }) {
  const t = useText()
  if (rows.length === 0) return null
  return (
    <Section title={t(texts.title)} flush>
      <DataTable label={t(texts.title)} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Section>
  )
}

function CaseLink({ row }: { row: Row }) {
  const t = useText()
  return (
    <Link to="/cases/$caseId" params={{ caseId: row.id }} search={{ of: row.merchantId }}>
      {t(caseKind[row.kind])}
    </Link>
  )
}
