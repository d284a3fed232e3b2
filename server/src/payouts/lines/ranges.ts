import { sql } from 'kysely'
import type { Context, Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * A place in the lines of the ledger account `available`: after the first `cents` centavos of the line whose
 * `account_version` is `version`. A place inside a line is always inside a line with a positive amount.
 */
export interface Place {
  version: bigint
  cents: bigint
}

/** A range of lines that no payout has paid yet. */
export interface FreeRange {
  from: Place
  /** The end and the sums of the range; null if the range has no end. */
  end: { to: Place; sumCents: bigint; peakCents: bigint } | null
}

/** The place before the first line. */
export const START: Place = { version: 1n, cents: 0n }

const FREE_RANGES_MAX = 100

/**
 * Adds the first range of a merchant, which covers all of the merchant's lines. Does nothing if the merchant already
 * has a range.
 */
export async function addFirstRange(tx: Tx, merchantId: string): Promise<void> {
  await db(tx)
    .insertInto('payout_line_range')
    .values({
      merchant_id: merchantId,
      from_version: START.version,
      from_cents: START.cents,
      ...OPEN_END,
      payout_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const OPEN_END = { to_version: null, to_cents: null, sum_cents: null, peak_cents: null }

/** Yields the free ranges of a merchant, in the order of the lines. */
export async function* listFreeRanges(ctx: Context, merchantId: string): AsyncGenerator<FreeRange> {
  for (let after: Place = { version: 0n, cents: 0n }; ;) {
    const rows = await db(ctx)
      .selectFrom('payout_line_range')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('payout_id', 'is', null)
      .where((row) =>
        row(row.refTuple('from_version', 'from_cents'), '>', row.tuple(after.version, after.cents)),
      )
      .orderBy('from_version')
      .orderBy('from_cents')
      .limit(FREE_RANGES_MAX)
      .execute()
    for (const row of rows) {
      after = { version: row.from_version, cents: row.from_cents }
      yield { from: after, end: endOf(row) }
    }
    if (rows.length < FREE_RANGES_MAX) return
  }
}

function endOf(row: {
  to_version: bigint | null
  to_cents: bigint | null
  sum_cents: bigint | null
  peak_cents: bigint | null
}): FreeRange['end'] {
  const { to_version: version, to_cents: cents, sum_cents: sumCents, peak_cents: peakCents } = row
  if (version === null || cents === null || sumCents === null || peakCents === null) return null
  return { to: { version, cents }, sumCents, peakCents }
}

const isSame = (one: Place, other: Place): boolean =>
  one.version === other.version && one.cents === other.cents

/**
 * Ends a free range at `cut`, where the sum of its lines first reaches `sumCents`. The lines after the cut become
 * another free range.
 */
export async function splitRange(
  tx: Tx,
  merchantId: string,
  range: FreeRange,
  { cut, sumCents }: { cut: Place; sumCents: bigint },
): Promise<void> {
  if (range.end && isSame(range.end.to, cut)) return
  await db(tx)
    .updateTable('payout_line_range')
    .set({ to_version: cut.version, to_cents: cut.cents, sum_cents: sumCents, peak_cents: sumCents })
    .where('merchant_id', '=', merchantId)
    .where('from_version', '=', range.from.version)
    .where('from_cents', '=', range.from.cents)
    .execute()
  // Every sum before the cut is below `sumCents`, so the highest sum of the whole range is at or after the cut.
  const end = range.end && {
    to_version: range.end.to.version,
    to_cents: range.end.to.cents,
    sum_cents: range.end.sumCents - sumCents,
    peak_cents: range.end.peakCents - sumCents,
  }
  await db(tx)
    .insertInto('payout_line_range')
    .values({
      merchant_id: merchantId,
      from_version: cut.version,
      from_cents: cut.cents,
      ...(end ?? OPEN_END),
      payout_id: null,
    })
    .execute()
}

/** Gives a payout all free ranges before `cut`. */
export async function takeRangesBefore(
  tx: Tx,
  merchantId: string,
  payoutId: string,
  cut: Place,
): Promise<void> {
  await db(tx)
    .updateTable('payout_line_range')
    .set({ payout_id: payoutId })
    .where('merchant_id', '=', merchantId)
    .where('payout_id', 'is', null)
    .where((row) => row(row.refTuple('from_version', 'from_cents'), '<', row.tuple(cut.version, cut.cents)))
    .execute()
}

/** Marks the ranges of these payouts as free, so that other payouts can take their lines. */
export async function freeRanges(tx: Tx, merchantId: string, payoutIds: readonly string[]): Promise<void> {
  await db(tx)
    .updateTable('payout_line_range')
    .set({ payout_id: null })
    .where('merchant_id', '=', merchantId)
    .where('payout_id', '=', sql<string>`any(${payoutIds}::uuid[])`)
    .execute()
}
