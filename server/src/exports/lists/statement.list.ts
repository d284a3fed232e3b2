import { z } from 'zod'
import { POSITIONS } from '../../ledger/chart.ts'
import { STATEMENT_CLOCKS } from '../../statement/clock.ts'
import { chargeOf, isReversal, type StatementLine } from '../../statement/statement.line.ts'
import { listStatement } from '../../statement/statement.queries.ts'
import { exportList } from '../export-list.ts'
import { merchantId, moment, orUndefined } from '../filter-parts.ts'

export const statementList = exportList({
  permission: 'statement.read',
  filter: z.strictObject({
    merchantId,
    clock: z.enum(STATEMENT_CLOCKS).nullish(),
    from: moment,
    to: moment,
    position: z.enum(POSITIONS).nullish(),
    entry: z.uuid().nullish(),
  }),
  period: ({ from, to }) => ({ from: from ?? null, to: to ?? null }),
  columns: {
    economic_at: ['time', (line: StatementLine) => line.economicAt],
    posted_at: ['time', (line) => line.postedAt],
    entry: ['code', (line) => line.eventType],
    description: ['text', (line) => line.description],
    payout: ['text', (line) => line.payoutReference],
    reversal: ['flag', isReversal],
    order_reference: ['text', (line) => chargeOf(line)?.orderReference ?? null],
    position: ['code', (line) => line.position],
    amount: ['money', (line) => line.amountCents],
    balance_after: ['money', (line) => line.balanceAfterCents],
    journal_id: ['text', (line) => line.journalId],
    line_no: ['count', (line) => line.lineNo],
  },
  page: (ctx, { merchantId: owner, clock, from, to, position, entry }, request) => {
    const entryId = orUndefined(entry)
    const narrowed = {
      clock: orUndefined(clock),
      from: orUndefined(from),
      to: orUndefined(to),
      position: orUndefined(position),
      entryId,
    }
    return listStatement(ctx, owner, narrowed, request)
  },
})
