import type { Context } from '../context.ts'
import type { Wake } from './wake.ts'

/** A background loop. It runs repeatedly, with a pause after each run that did not find a full batch. */
export interface Loop<C extends Context = Context> {
  name: string
  /** The pause after a run. */
  intervalMs: number
  /** The pause after a run that found work, instead of `intervalMs`, because more work is likely. */
  busyIntervalMs?: number
  /**
   * The longest pause of a loop that `findDueWork` wakes. A loop without `pollIntervalMs` runs after every
   * `intervalMs`.
   */
  pollIntervalMs?: number
  /** Ends the pause early when this process has new work. */
  wake?: Wake
  /** Runs one batch. Returns how many rows it found. */
  run: (ctx: C) => Promise<number>
  /** The size of a full batch. After a run that found this many rows, the next run starts without a pause. */
  batch: number
  /** Called after a run that found work. */
  afterRun?: () => void
}

/** The longest pause of a loop that `findDueWork` may wake. */
export const POLL_MS = 5_000
