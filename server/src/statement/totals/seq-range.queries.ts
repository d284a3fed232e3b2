import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { lastSeqBefore } from '../../ledger/positions-at.ts'

/** The entries of a period in the order of posting: those after the sequence number `first`, up to `last`. */
export interface SeqRange {
  first: bigint
  last: bigint
}

/**
 * Returns the range of the entries that were posted in a merchant's journal from `from` (inclusive) to `to`
 * (exclusive). If `to` is absent, the range ends with the last entry. Posting times never decrease, so the entries of a
 * period have consecutive sequence numbers. Returns undefined for an unknown merchant.
 */
export async function readSeqRange(
  ctx: Context,
  merchantId: string,
  { from, to }: { from: Date; to?: Date | undefined },
): Promise<SeqRange | undefined> {
  const row = await db(ctx)
    .selectFrom('ledger_head as h')
    .select((head) => [
      lastSeqBefore(head.ref('h.merchant_id'), head.val(from)).as('first'),
      to === undefined
        ? head.ref('h.last_seq').as('last')
        : lastSeqBefore(head.ref('h.merchant_id'), head.val(to)).as('last'),
    ])
    .where('h.merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row && { first: row.first, last: row.last < row.first ? row.first : row.last }
}
