import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Place } from './ranges.ts'

/** A range of lines that a payout paid. */
export interface PaidRange {
  from: Place
  to: Place
}

/**
 * Lists the ranges of a payout that contain a line whose `account_version` is greater than `after`, in the order of the
 * lines. A payout has several ranges only if it paid lines that a reversed payout had freed. A payout never has more
 * ranges than the merchant has payouts.
 */
export async function listPayoutRanges(
  ctx: Context,
  merchantId: string,
  payoutId: string,
  after: bigint,
): Promise<PaidRange[]> {
  const rows = await db(ctx)
    .selectFrom('payout_line_range')
    .select(['from_version', 'from_cents', 'to_version', 'to_cents'])
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', payoutId)
    .where((row) => row(row.refTuple('to_version', 'to_cents'), '>', row.tuple(after + 1n, 0n)))
    .orderBy('from_version')
    .orderBy('from_cents')
    .$narrowType<{ to_version: bigint; to_cents: bigint }>()
    .execute()
  return rows.map((row) => ({
    from: { version: row.from_version, cents: row.from_cents },
    to: { version: row.to_version, cents: row.to_cents },
  }))
}

/**
 * Consecutive lines: from the line whose `account_version` is `first` to the line whose `account_version` is `last`.
 */
interface Span {
  first: bigint
  last: bigint
}

/**
 * Returns the lines of the ranges whose `account_version` is greater than `after`. Each line is in only one of the
 * returned spans.
 */
export function spansOf(ranges: readonly PaidRange[], after: bigint): Span[] {
  const spans: Span[] = []
  let done = after
  for (const { from, to } of ranges) {
    const first = from.version > done ? from.version : done + 1n
    const last = to.cents > 0n ? to.version : to.version - 1n
    if (first > last) continue
    spans.push({ first, last })
    done = last
  }
  return spans
}

/** Returns how many centavos of a line are in the ranges. `ranges` must contain at least a part of the line. */
export function partOf(
  ranges: readonly PaidRange[],
  { version, amountCents }: { version: bigint; amountCents: bigint },
): bigint {
  const parts = ranges
    .filter(({ from, to }) => from.version === version || to.version === version)
    .filter(({ to }) => to.version !== version || to.cents > 0n)
    .map(
      ({ from, to }) =>
        (to.version === version ? to.cents : amountCents) - (from.version === version ? from.cents : 0n),
    )
  return parts.length === 0 ? amountCents : parts.reduce((sum, part) => sum + part, 0n)
}
