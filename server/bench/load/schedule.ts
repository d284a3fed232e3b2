import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { systemClock } from '../../src/kernel/clock.ts'
import { postCallback } from './callbacks.ts'
import type { Job, Result } from './jobs.ts'
import { Tally } from './tally.ts'

/**
 * Sends one callback for each charge at its scheduled time, whether or not earlier ones were answered. Times run from
 * the schedule, so a stall of the service or of this process counts (no coordinated omission). `seconds` is the time
 * until the last callback left.
 */
export async function sendScheduled(job: Extract<Job, { kind: 'scheduled' }>): Promise<Result> {
  const pool = new Pool(new URL(job.url).origin, { connections: job.connections })
  const path = new URL(job.url).pathname
  const tally = new Tally()
  const startMs = performance.now()
  const answers: Promise<void>[] = []
  for (const { atMs, ...charge } of job.charges.toSorted((a, b) => a.atMs - b.atMs)) {
    const waitMs = startMs + atMs - performance.now()
    if (waitMs > 0) await systemClock.sleep(waitMs)
    answers.push(
      tally.time(
        () => postCallback(pool, path, { charges: [charge], dueMs: startMs + atMs }),
        startMs + atMs,
      ),
    )
  }
  const seconds = (performance.now() - startMs) / 1000
  await Promise.all(answers)
  await pool.close()
  return { ...tally.result(), seconds }
}
