import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Payout } from '../payout.entity.ts'
import { findCut } from './find-cut.ts'
import type { PaidRange } from './payout-ranges.ts'
import { totalsOf, type PayoutTotal } from './payout-totals.queries.ts'
import { listFreeRanges, START, type FreeRange } from './ranges.ts'

type Reserved = Pick<Payout, 'merchantId' | 'id' | 'amountCents'>

/**
 * Returns what a reserved payout will pay, for each kind of line, if the reserved payouts are paid in the order of
 * their reservation. Returns null if the free lines do not reach the amount, because a concurrent transaction assigns
 * lines.
 */
export async function previewPayoutTotals(ctx: Context, payout: Reserved): Promise<PayoutTotal[] | null> {
  const ranges = await previewPayoutRanges(ctx, payout)
  return ranges && (await totalsOf(ctx, payout.merchantId, ranges))
}

/**
 * Returns the ranges of lines that a reserved payout will pay. `previewPayoutTotals` sums these ranges. Returns null if
 * the free lines do not reach the amount.
 */
export async function previewPayoutRanges(
  ctx: Context,
  { merchantId, id, amountCents }: Reserved,
): Promise<PaidRange[] | null> {
  const earlierCents = await sumEarlier(ctx, merchantId, id)
  const earlier = await firstFreeLines(ctx, merchantId, earlierCents)
  const all = await firstFreeLines(ctx, merchantId, earlierCents + amountCents)
  return earlier && all && withoutFirst(all, earlier)
}

/** Sums the payouts that get lines before a reserved payout: paid payouts without lines, and older reserved payouts. */
async function sumEarlier(ctx: Context, merchantId: string, id: string): Promise<bigint> {
  const { cents } = await db(ctx)
    .selectFrom('payout')
    .select(({ fn }) => sumOrZero(fn.sum('amount_cents')).as('cents'))
    .where('merchant_id', '=', merchantId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', sql.lit('paid')), eb('lines_assigned_at', 'is', null)]),
        // Payout ids are in the order of their creation.
        eb.and([eb('state', '=', sql.lit('reserved')), eb('id', '<', id)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return cents
}

/** Returns the ranges of the first free lines whose sum is `amountCents`; null if there are not enough lines. */
async function firstFreeLines(
  ctx: Context,
  merchantId: string,
  amountCents: bigint,
): Promise<PaidRange[] | null> {
  const ranges: PaidRange[] = []
  if (amountCents === 0n) return ranges
  let leftCents = amountCents
  let isEmpty = true
  for await (const range of listFreeRanges(ctx, merchantId)) {
    isEmpty = false
    if (range.end && range.end.peakCents < leftCents) {
      leftCents -= range.end.sumCents
      ranges.push({ from: range.from, to: range.end.to })
      continue
    }
    return await cutRange(ctx, merchantId, range, { ranges, leftCents })
  }
  // A merchant without paid payouts has no ranges yet. All lines of such a merchant are free.
  return isEmpty ? await cutRange(ctx, merchantId, { from: START, end: null }, { ranges, leftCents }) : null
}

async function cutRange(
  ctx: Context,
  merchantId: string,
  range: FreeRange,
  { ranges, leftCents }: { ranges: PaidRange[]; leftCents: bigint },
): Promise<PaidRange[] | null> {
  const cut = await findCut(ctx, merchantId, range, leftCents)
  return cut ? [...ranges, { from: range.from, to: cut }] : null
}

/**
 * Returns the part of `ranges` after `first`. `first` must consist of the first n ranges of `ranges`, in the same
 * order. Only the last range of `first` may end earlier than the corresponding range of `ranges`.
 */
function withoutFirst(ranges: readonly PaidRange[], first: readonly PaidRange[]): PaidRange[] {
  const last = first.at(-1)
  if (!last) return [...ranges]
  const rest = ranges.slice(first.length - 1)
  return rest
    .map((range, at) => (at === 0 ? { from: last.to, to: range.to } : range))
    .filter(({ from, to }) => from.version !== to.version || from.cents !== to.cents)
}
