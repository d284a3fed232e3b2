import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import type { WithPix } from '../pix/provider.ts'
import { storePayments } from './store-payments.ts'

const SWEEP = 'received'
/** The network may list a payment late; windows overlap by this much. */
const OVERLAP_MS = 10 * 60_000
/** How far back the very first sweep looks, and how much one sweep may cover. */
const LOOK_BACK_MS = 24 * 3_600_000
const WINDOW_MS_MAX = 3_600_000
const PAGES_MAX = 10_000

/**
 * Reads the network's own list of payments (`GET /pix`) since the last sweep, and keeps those that no callback
 * brought, so that a lost callback is only late. Answers how many were new. A sweep that breaks off starts again.
 */
export async function sweepReceived(ctx: Context & WithPix): Promise<number> {
  const now = ctx.clock.now()
  const [last] = await sql<{ swept_until: Date }>(
    ctx,
    'select swept_until from network_sweep where name = $1',
    [SWEEP],
  )
  const from = plusMs(last?.swept_until ?? plusMs(now, OVERLAP_MS - LOOK_BACK_MS), -OVERLAP_MS)
  const to = plusMs(from, Math.min(now.getTime() - from.getTime(), WINDOW_MS_MAX))

  let found = 0
  for (let page = 0, pagesCount = 1; page < pagesCount; page++) {
    const received = await ctx.pix.listReceived({ from, to, page })
    if (received.kind === 'unavailable' || page === PAGES_MAX) return found
    found += await storePayments(ctx, received.items, 'sweep')
    pagesCount = received.pagesCount
  }
  await sql(
    ctx,
    `insert into network_sweep (name, swept_until, finished_at) values ($1, $2, $3)
     on conflict (name) do update set swept_until = greatest(network_sweep.swept_until, $2), finished_at = $3`,
    [SWEEP, to, ctx.clock.now()],
  )
  return found
}
