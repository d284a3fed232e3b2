import { isAborted, type Context } from '../../kernel/context.ts'
import type { Loop } from '../../kernel/jobs/loop.ts'
import { MAX_RUNTIME_MS } from '../../kernel/jobs/loop.ts'
import { moveToFeed } from './sequence-events.sql.ts'

const BATCH = 1_000
/** The pause after a batch that was not full, in milliseconds. An event may wait this long for its number. */
const IDLE_MS = 100
/** The duration of one run, in milliseconds. During a run, no other process moves events to the feed. */
const RUN_MS = 20_000

/**
 * Gives committed events their numbers in the feed, until the run has lasted RUN_MS or the signal is aborted. Returns
 * how many events it moved.
 */
export async function sequenceEvents(ctx: Context): Promise<number> {
  const endMs = ctx.clock.now().getTime() + RUN_MS
  let total = 0
  while (!isAborted(ctx) && ctx.clock.now().getTime() < endMs) {
    const moved = await moveToFeed(ctx, BATCH)
    total += moved
    if (moved < BATCH) await ctx.clock.sleep(IDLE_MS, ctx.signal)
  }
  return total
}

/** The loop that moves events to the feed. */
export const feedLoop: Loop = {
  name: 'feed',
  once: {},
  maxRuntimeMs: MAX_RUNTIME_MS.rows,
  intervalMs: 10,
  batch: Infinity,
  run: sequenceEvents,
}
