import type { Context } from '../kernel/context.ts'
import {
  readCursor,
  toPage,
  writeCursor,
  type CursorKey,
  type Page,
  type PageRequest,
} from '../kernel/database/page.ts'
import { db } from '../kernel/database/tables.ts'

/** A paid payout that was not reversed. */
export interface PaidPayout {
  id: string
  amountCents: bigint
  externalReference: string
  paidAt: Date
  /** The sequence number of the payout's journal entry. */
  entrySeq: bigint
}

const LIST = 'payouts.v1'

/**
 * Returns one page of the payouts to a merchant, newest first. Reversed payouts are left out. The cursor contains the
 * last sequence number that the journal had when the first page was read. So a payout that is recorded later appears on
 * no page, even with an earlier date.
 */
export async function listPayouts(
  ctx: Context,
  merchantId: string,
  page: PageRequest,
): Promise<Page<PaidPayout>> {
  const bound = { merchantId }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const seqMax = after ? BigInt(after['seqMax'] ?? '') : await lastSeq(ctx, merchantId)
  const rows = await listPaid(ctx, merchantId, { seqMax, after: readPosition(after), limit: page.limit + 1 })
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, {
      seqMax: seqMax.toString(),
      at: last.paidAt.toISOString(),
      seq: last.entrySeq.toString(),
    }),
  )
}

interface Position {
  at: Date
  seq: bigint
}

const readPosition = (key: CursorKey | undefined): Position | undefined =>
  key && { at: new Date(key['at'] ?? ''), seq: BigInt(key['seq'] ?? '') }

async function listPaid(
  ctx: Context,
  merchantId: string,
  { seqMax, after, limit }: { seqMax: bigint; after: Position | undefined; limit: number },
): Promise<PaidPayout[]> {
  const paid = db(ctx)
    .selectFrom('payout')
    .select([
      'id',
      'amount_cents as amountCents',
      'external_reference as externalReference',
      'paid_at as paidAt',
      'entry_seq as entrySeq',
    ])
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'paid')
    .where('entry_seq', '<=', seqMax)
    .orderBy('paid_at', 'desc')
    .orderBy('entry_seq', 'desc')
    .limit(limit)
    .$narrowType<{ externalReference: string; paidAt: Date; entrySeq: bigint }>()
  if (!after) return paid.execute()
  const { at, seq } = after
  return paid.where((row) => row(row.refTuple('paid_at', 'entry_seq'), '<', row.tuple(at, seq))).execute()
}

async function lastSeq(ctx: Context, merchantId: string): Promise<bigint> {
  const head = await db(ctx)
    .selectFrom('ledger_head')
    .select('last_seq as seq')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return head?.seq ?? 0n
}
