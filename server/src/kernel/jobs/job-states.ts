import type { Clock } from '../clock.ts'

/**
 * How a run ended. `stopped` means that the run was aborted, because the process stopped or another process took over
 * the run. `overrun` means that the run took longer than its `maxRuntimeMs` and was aborted.
 */
export const JOB_OUTCOMES = ['ok', 'failed', 'stopped', 'overrun'] as const
export type JobOutcome = (typeof JOB_OUTCOMES)[number]

export interface EndedRun {
  outcome: JobOutcome
  durationMs: number
  /** How many rows the run found. */
  found: number
}

/** The runs of one job since this process started. */
export interface JobState {
  job: string
  runs: Record<JobOutcome, number>
  lastSuccessAt?: Date
  lastDurationMs?: number
  /** The start of the current run. Absent if no run is in progress. */
  runningSince?: Date
}

/** The runs of all jobs of this process. The job runner writes these states, and metrics read them. */
export class JobStates {
  readonly #clock: Clock
  readonly #onEnded: (job: string, run: EndedRun) => void
  readonly #states = new Map<string, JobState>()

  /** `onEnded` is called after each run. */
  constructor(clock: Clock, onEnded: (job: string, run: EndedRun) => void = () => undefined) {
    this.#clock = clock
    this.#onEnded = onEnded
  }

  /** Records the start of a run. */
  started(job: string): void {
    this.#states.set(job, { ...this.#stateOf(job), runningSince: this.#clock.now() })
  }

  /** Records the end of a run. */
  ended(job: string, run: EndedRun): void {
    const { runningSince: _, runs, ...state } = this.#stateOf(job)
    this.#states.set(job, {
      ...state,
      runs: { ...runs, [run.outcome]: runs[run.outcome] + 1 },
      lastDurationMs: run.durationMs,
      ...(run.outcome === 'ok' ? { lastSuccessAt: this.#clock.now() } : {}),
    })
    this.#onEnded(job, run)
  }

  /** Returns the jobs that have started at least once, ordered by their first start. */
  list(): JobState[] {
    return Array.from(this.#states.values())
  }

  #stateOf(job: string): JobState {
    return this.#states.get(job) ?? { job, runs: { ok: 0, failed: 0, stopped: 0, overrun: 0 } }
  }
}
