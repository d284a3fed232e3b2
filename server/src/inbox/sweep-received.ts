import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { eachAccount } from './each-account.ts'
import { recordListing } from './record-listing.ts'
import { reportedBy, storePayments } from './network-inbox.ts'
import { sweepOf, sweptUntil } from './sweep-times.ts'

/**
 * The overlap of successive windows, in milliseconds. Windows overlap because a payment may appear in the list late.
 */
export const OVERLAP_MS = 10 * 60_000
/** The length of the longest window of one request, in milliseconds. */
const WINDOW_MS_MAX = 3_600_000
const PAGES_MAX = 10_000

/** The maximum number of windows in one sweep. These windows together cover more than a month. */
const WINDOWS_MAX = 1_000

/**
 * Reads the part of each receiving account's list of payments (`GET /pix`) that earlier sweeps have not read. Also
 * reads the last `OVERLAP_MS` milliseconds of the part that earlier sweeps have read. Stores payments whose callback
 * was lost. Records the listed payments, so that `settleListed` can settle them. Returns how many payments and returns
 * were new. If a PSP does not answer, the next sweep of its account continues with the unfinished window.
 */
export const sweepReceived = (ctx: Context & WithPix): Promise<number> => eachAccount(ctx, sweepAccount)

async function sweepAccount(ctx: Context & WithPix, accountId: string): Promise<number> {
  const now = ctx.clock.now()
  const swept = await db(ctx)
    .selectNoFrom((eb) => sweptUntil(db(ctx), eb.val(accountId)).as('until'))
    .executeTakeFirst()
  let until = swept?.until ?? plusMs(now, -OVERLAP_MS)
  let found = 0
  for (let window = 0; window < WINDOWS_MAX && until < now && !isAborted(ctx); window++) {
    const from = plusMs(until, -OVERLAP_MS)
    const to = plusMs(until, Math.min(now.getTime() - until.getTime(), WINDOW_MS_MAX))
    const stored = await sweepWindow(ctx, accountId, { from, to })
    if (stored === 'unavailable') break
    found += stored
    until = to
    await recordSweptUntil(ctx, accountId, until)
  }
  return found
}

async function sweepWindow(
  ctx: Context & WithPix,
  accountId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number | 'unavailable'> {
  let found = 0
  for (let page = 0, pagesCount = 1; page < pagesCount; page++) {
    if (page === PAGES_MAX || isAborted(ctx)) return 'unavailable'
    const received = await ctx.pix.of(accountId).listReceived({ from, to, page }, ctx.signal)
    if (received.kind === 'unavailable') return received.kind
    found += await storePayments(ctx, reportedBy(accountId, received.items), 'sweep')
    await recordListing(ctx, accountId, received.items)
    pagesCount = received.pagesCount
  }
  return found
}

async function recordSweptUntil(ctx: Context, accountId: string, until: Date): Promise<void> {
  const now = ctx.clock.now()
  await db(ctx)
    .insertInto('network_sweep')
    .values({ name: sweepOf(accountId), swept_until: until, finished_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((sweep) => ({
        swept_until: sweep.fn<Date>('greatest', ['network_sweep.swept_until', 'excluded.swept_until']),
        finished_at: now,
      })),
    )
    .execute()
}
