import type { Context } from '../context.ts'
import type { Wake } from './wake.ts'

/** A background loop. A loop runs repeatedly, and pauses after each run that did not find a full batch. */
export interface Loop<C extends Context = Context> {
  name: string
  /** The pause after a run, in milliseconds. */
  intervalMs: number
  /**
   * The pause after a run that found work. This pause is shorter than `intervalMs`, because more work is likely to
   * follow.
   */
  busyIntervalMs?: number
  /**
   * The longest wait after a run that found nothing. With `wake`, the loop waits this long instead of `intervalMs`.
   * Without `wake`, the loop pauses for `intervalMs` and then waits this long for `findDueWork` to find work.
   */
  pollIntervalMs?: number
  /** When notified, ends the pause early, because this process has new work. */
  wake?: Wake
  /**
   * Runs one batch. Returns how many rows the run found. If `ctx.signal` is aborted, the run ends at the next point
   * from which another run can continue.
   */
  run: (ctx: C) => Promise<number>
  /**
   * For a loop with `once`: how long after a failed run the next run starts. By default, the next run starts after 1 s.
   */
  retryMs?: number
  /** A run that takes longer is aborted through `ctx.signal` and logged as an error. */
  maxRuntimeMs: number
  /**
   * The number of rows in a full batch. After a run that found this many rows, the next run starts without a pause.
   */
  batch: number
  /** Called after a run that found work. */
  afterRun?: () => void
  /**
   * Set for a loop that may run in only one process at a time: every `intervalMs`, one process claims the next run.
   * With `atStart`, each process also runs the loop once when the process starts.
   */
  once?: { atStart?: boolean }
}

/** The usual `pollIntervalMs` of a loop that `findDueWork` can wake, in milliseconds. */
export const POLL_MS = 5_000

const MINUTE_MS = 60_000
/** The maximum duration of a run in milliseconds, by kind of work. Most runs take far less than a second. */
export const MAX_RUNTIME_MS = {
  /** For a run that processes a batch of rows in the database. */
  rows: 2 * MINUTE_MS,
  /** For a run that calls the network for each row of a batch. A call takes at most 5 s. */
  calls: 10 * MINUTE_MS,
  /** For a run that reads a list from the PSP, page by page. */
  list: 60 * MINUTE_MS,
  /** For a run that reads or deletes a large part of a table. */
  table: 6 * 60 * MINUTE_MS,
}
