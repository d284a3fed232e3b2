import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { selectLines, type JournalLine } from './statement.line.ts'

export type PayoutLine = JournalLine & { payoutId: string }

/**
 * Lists the journal lines of payouts of one merchant in the order of posting. Omits lines that the merchant does not
 * see.
 */
export const listLinesOfPayouts = (
  ctx: Context,
  merchantId: string,
  payoutIds: readonly string[],
): Promise<PayoutLine[]> =>
  selectLines(ctx, merchantId)
    .select('l.payout_id as payoutId')
    .where('l.payout_id', '=', anyUuid(payoutIds))
    .orderBy('l.entry_seq')
    .orderBy('l.line_no')
    .$narrowType<{ payoutId: string }>()
    .execute()
