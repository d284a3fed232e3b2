import { IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { defineList } from '../../api/define-list.ts'
import type { PayoutLinesQuery } from '../../api/generated/graphql.ts'
import { YES_NO } from '../../lib/export-file.ts'
import { MERCHANT_FILTER } from '../../lib/export-filter.ts'
import { entryColumns, reversals } from '../../lib/i18n/finance/entries.ts'
import { entryName } from '../../lib/i18n/status.ts'
import { EntryLink } from '../../shared/EntryLink.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { When } from '../../ui/values/When.tsx'
import { payoutLinesQuery } from './queries.ts'
import { exported, payouts as texts } from './texts.ts'

type Line = PayoutLinesQuery['payoutLines']['nodes'][number]

/** The journal lines whose amounts a payout transferred, in the order of posting. */
export const payoutLinesList = defineList({
  name: 'payout-lines',
  title: texts.paidLines,
  ...payoutLinesQuery,
  filters: { ...MERCHANT_FILTER, payoutId: [texts.id] },
  columns: [
    {
      header: entryColumns.postedAt,
      cell: (line) => <When at={line.postedAt} />,
      card: { slot: 'note', label: true },
      exports: ['posted_at'],
    },
    {
      header: entryColumns.entry,
      cell: (line) => <EntryLink line={{ ...line, reversedById: null }} />,
      card: 'title',
      exports: [
        { id: 'entry', words: entryName },
        { id: 'reversal', header: reversals.reversal, words: YES_NO },
      ],
    },
    {
      header: texts.order,
      cell: (line) => <ChargeLink line={line} />,
      card: 'note',
      exports: ['order_reference', { id: 'end_to_end_id', header: exported.endToEnd }],
    },
    {
      header: texts.paidPart,
      align: 'end',
      cell: (line) => <Money cents={line.amountCents} movement />,
      card: 'aside',
      exports: ['amount'],
    },
    {
      header: texts.wholeLine,
      align: 'end',
      wide: true,
      cell: (line) => <Money cents={line.lineAmountCents} movement />,
      exports: [
        'line_amount',
        { id: 'gross', header: exported.gross },
        { id: 'fee', header: exported.fee },
        { id: 'net', header: exported.net },
      ],
    },
    { header: texts.id, exports: ['journal_id', { id: 'line_no', header: exported.lineNo }] },
  ],
  empty: { icon: IconListDetails, title: texts.noPaidLines, body: texts.noPaidLinesBody },
})

function ChargeLink({ line: { charge } }: { line: Line }) {
  if (charge === null) return null
  return (
    <Link to="/charges/$chargeId" params={{ chargeId: charge.id }}>
      {charge.orderReference}
    </Link>
  )
}
