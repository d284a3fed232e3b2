import type { Clock } from '../clock.ts'
import type { JobOutcome, JobStates } from './job-states.ts'

/** The tools that record the runs of jobs. */
export interface RunTools {
  clock: Clock
  jobStates: JobStates
}

/** Runs one batch of a job and records the run. `work` returns how many rows it found. Rethrows its error. */
export async function runOnce(
  { clock, jobStates }: RunTools,
  job: string,
  work: () => Promise<number>,
): Promise<number> {
  const startedAt = clock.now()
  const end = (outcome: JobOutcome, found: number): void =>
    jobStates.ended(job, { outcome, durationMs: clock.now().getTime() - startedAt.getTime(), found })
  jobStates.started(job)
  try {
    const found = await work()
    end('ok', found)
    return found
  } catch (error) {
    end('failed', 0)
    throw error
  }
}
