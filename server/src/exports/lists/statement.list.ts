import { z } from 'zod'
import { POSITIONS } from '../../ledger/chart.ts'
import type { StatementLine } from '../../statement/statement.line.ts'
import { listStatement } from '../../statement/statement.queries.ts'
import { exportList } from '../export-list.ts'
import { merchantId, moment, orUndefined } from '../filter-parts.ts'

export const statementList = exportList({
  permission: 'statement.read',
  filter: z.strictObject({
    merchantId,
    from: moment,
    to: moment,
    position: z.enum(POSITIONS).nullish(),
    entry: z.uuid().nullish(),
  }),
  period: ({ from, to }) => ({ from: from ?? null, to: to ?? null }),
  columns: {
    economic_at: ['time', (line: StatementLine) => line.economicAt],
    entry: ['code', (line) => line.eventType],
    description: ['text', (line) => line.description],
    payout: ['text', (line) => line.payout?.externalReference ?? null],
    reversal: ['flag', (line) => line.reversesId !== null],
    order_reference: ['text', orderOf],
    position: ['code', (line) => line.position],
    amount: ['money', (line) => line.amountCents],
    balance_after: ['money', (line) => line.balanceAfterCents],
    journal_id: ['text', (line) => line.journalId],
    line_no: ['count', (line) => line.lineNo],
  },
  page: (ctx, { merchantId: owner, from, to, position, entry }, request) => {
    const entryId = orUndefined(entry)
    const narrowed = {
      from: orUndefined(from),
      to: orUndefined(to),
      position: orUndefined(position),
      entryId,
    }
    return listStatement(ctx, owner, narrowed, request)
  },
})

/** Returns the order reference of the sale, else that of the case's charge, else null. */
function orderOf({ sale, financialCase }: StatementLine): string | null {
  return sale?.orderReference ?? financialCase?.orderReference ?? null
}
