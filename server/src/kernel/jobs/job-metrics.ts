import type { Context } from '../context.ts'
import { counter, histogram, OPEN, type Metrics } from '../metrics/metrics.ts'
import { JOB_OUTCOMES, type EndedRun } from './job-states.ts'

export const JOB_RUNS = counter({
  name: 'pix_job_runs_total',
  help: 'Runs of the jobs of this process, by outcome.',
  labels: { job: OPEN, outcome: JOB_OUTCOMES },
})

export const JOB_DURATION = histogram({
  name: 'pix_job_duration_seconds',
  help: 'Duration of the runs of the jobs of this process.',
  labels: { job: OPEN },
  bounds: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800],
})

export const JOB_ITEM_FAILURES = counter({
  name: 'pix_job_item_failures_total',
  help: 'Items that a run of a job could not process, and retries later.',
  labels: { job: OPEN },
})

/**
 * Counts the items that a job run could not process. The context's actor names the job. Outside a job run, does
 * nothing.
 */
export function countFailedItems({ actor, metrics }: Context, count = 1): void {
  const [, job] = /^job:(.+)$/.exec(actor) ?? []
  if (job !== undefined) metrics.count(JOB_ITEM_FAILURES, { job }, count)
}

/** Returns a function that counts a job run. Call the returned function when the run ends. */
export const countRuns =
  (metrics: Metrics) =>
  (job: string, { outcome, durationMs }: EndedRun): void => {
    metrics.count(JOB_RUNS, { job, outcome })
    metrics.observe(JOB_DURATION, { job }, durationMs / 1_000)
  }
