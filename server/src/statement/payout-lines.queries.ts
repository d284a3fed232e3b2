import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { StatementLine } from './statement.line.ts'

export type PayoutLine = Omit<StatementLine, 'sale' | 'financialCase' | 'payout'> & { payoutId: string }

/** Lists the visible lines of payouts of one merchant, in the order of posting. */
export function listLinesOfPayouts(
  ctx: Context,
  merchantId: string,
  payoutIds: readonly string[],
): Promise<PayoutLine[]> {
  return sql<PayoutLine>(
    ctx,
    `select l.journal_id as "journalId", l.entry_seq as seq, l.line_no as "lineNo", e.event_type as "eventType",
       e.description, l.economic_at as "economicAt", e.posted_at as "postedAt", l.position,
       l.amount_cents as "amountCents", l.balance_after_cents as "balanceAfterCents", e.source_type as "sourceType",
       e.source_id as "sourceId", e.reverses_id as "reversesId", l.payout_id as "payoutId"
     from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
     where l.merchant_id = $1 and l.payout_id = any($2::uuid[]) and l.position is not null
     order by l.entry_seq, l.line_no`,
    [merchantId, payoutIds],
  )
}
