import { expressionBuilder, type AliasableExpression, type Kysely } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import type { WithPix } from '../pix/provider.ts'
import { recordListing } from './record-listing.ts'
import { storePayments } from './network-inbox.ts'

/** The name of the sweep in the table `network_sweep`. */
export const SWEEP = 'received'
/** The overlap of successive windows, in milliseconds. It is needed because a payment may appear in the list late. */
export const OVERLAP_MS = 10 * 60_000
/** The length of the longest window of one request, in milliseconds. */
const WINDOW_MS_MAX = 3_600_000
const PAGES_MAX = 10_000

/** The maximum number of windows in one sweep. Together they cover more than a month. */
const WINDOWS_MAX = 1_000

/**
 * Returns an expression for the time up to which the sweep has read the PSP's payments. Before the first sweep, this is
 * the creation time of the oldest charge, because no payment can be older. It is null if there is no charge.
 */
export function sweptUntil(queries: Kysely<Tables>): AliasableExpression<Date | null> {
  const sweep = queries.selectFrom('network_sweep').select('swept_until').where('name', '=', SWEEP)
  const oldestCharge = queries
    .selectFrom('charge')
    .select((charge) => charge.fn.min('created_at').as('created_at'))
  return expressionBuilder<Tables>().fn.coalesce(sweep, oldestCharge)
}

/**
 * Reads the part of the PSP's list of payments (`GET /pix`) that earlier sweeps have not read. Also reads the last
 * `OVERLAP_MS` milliseconds of the part that earlier sweeps have read. Stores payments whose callback was lost. Records
 * the listed payments, so that `settleListed` can settle them. Returns how many payments and returns were new. If the
 * PSP does not answer, the next sweep continues with the unfinished window.
 */
export async function sweepReceived(ctx: Context & WithPix): Promise<number> {
  const now = ctx.clock.now()
  const swept = await db(ctx)
    .selectNoFrom(sweptUntil(db(ctx)).as('until'))
    .executeTakeFirst()
  let until = swept?.until ?? plusMs(now, -OVERLAP_MS)
  let found = 0
  for (let window = 0; window < WINDOWS_MAX && until < now && !isAborted(ctx); window++) {
    const from = plusMs(until, -OVERLAP_MS)
    const to = plusMs(until, Math.min(now.getTime() - until.getTime(), WINDOW_MS_MAX))
    const stored = await sweepWindow(ctx, from, to)
    if (stored === 'unavailable') break
    found += stored
    until = to
    await recordSweptUntil(ctx, until)
  }
  return found
}

async function sweepWindow(ctx: Context & WithPix, from: Date, to: Date): Promise<number | 'unavailable'> {
  let found = 0
  for (let page = 0, pagesCount = 1; page < pagesCount; page++) {
    if (page === PAGES_MAX || isAborted(ctx)) return 'unavailable'
    const received = await ctx.pix.listReceived({ from, to, page }, ctx.signal)
    if (received.kind === 'unavailable') return received.kind
    found += await storePayments(ctx, received.items, 'sweep')
    await recordListing(ctx, received.items)
    pagesCount = received.pagesCount
  }
  return found
}

async function recordSweptUntil(ctx: Context, until: Date): Promise<void> {
  const now = ctx.clock.now()
  await db(ctx)
    .insertInto('network_sweep')
    .values({ name: SWEEP, swept_until: until, finished_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((sweep) => ({
        swept_until: sweep.fn<Date>('greatest', ['network_sweep.swept_until', 'excluded.swept_until']),
        finished_at: now,
      })),
    )
    .execute()
}
