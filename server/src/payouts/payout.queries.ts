import type { Context } from '../kernel/context.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { sql } from '../kernel/database/sql.ts'

/** A paid payout that was not reversed. */
export interface PaidPayout {
  id: string
  amountCents: bigint
  externalReference: string
  paidAt: Date
  /** Sequence number of its journal entry. */
  entrySeq: bigint
}

const LIST = 'payouts.v1'

/**
 * Returns one page of the payouts to a merchant, newest first, without reversed ones. The cursor carries the journal's
 * last sequence number at the first page. A payout recorded later therefore appears on no page, even with an earlier
 * date.
 */
export async function listPayouts(
  ctx: Context,
  merchantId: string,
  page: PageRequest,
): Promise<Page<PaidPayout>> {
  const bound = { merchantId }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const seqMax = after ? BigInt(after['seqMax'] ?? '') : await lastSeq(ctx, merchantId)
  const rows = await sql<PaidPayout>(ctx, SELECT, [
    merchantId,
    seqMax,
    after ? new Date(after['at'] ?? '') : null,
    after ? BigInt(after['seq'] ?? '') : null,
    page.limit + 1,
  ])
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, {
      seqMax: seqMax.toString(),
      at: last.paidAt.toISOString(),
      seq: last.entrySeq.toString(),
    }),
  )
}

async function lastSeq(ctx: Context, merchantId: string): Promise<bigint> {
  const [head] = await sql<{ seq: bigint }>(
    ctx,
    'select last_seq as seq from ledger_head where merchant_id = $1',
    [merchantId],
  )
  return head?.seq ?? 0n
}

const SELECT = `
  select id, amount_cents as "amountCents", external_reference as "externalReference", paid_at as "paidAt",
    entry_seq as "entrySeq"
  from payout
  where merchant_id = $1 and state = 'paid' and entry_seq <= $2
    and ($3::timestamptz is null or (paid_at, entry_seq) < ($3, $4::bigint))
  order by paid_at desc, entry_seq desc limit $5`
