import { DONE, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { JobOutcome, JobStates } from './job-states.ts'

/** The tools that limit and record the runs of jobs. */
export interface RunTools {
  clock: Clock
  log: Log
  jobStates: JobStates
}

/** A run of a job that `runOnce` limits and records. */
export interface Run {
  name: string
  maxRuntimeMs: number
  /** Aborted when the run must end, because the process stops or another process has taken over the run. */
  signal: AbortSignal
}

/**
 * Runs one batch of a job and records the run. `work` must return how many rows it found. The signal that `work`
 * receives is aborted when `run.signal` is aborted, or after `run.maxRuntimeMs`. An abort after `run.maxRuntimeMs` is
 * logged. Returns 0 when `work` throws after an abort. Rethrows any other error.
 */
export async function runOnce(
  { clock, log, jobStates }: RunTools,
  { name, maxRuntimeMs, signal }: Run,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const startedAt = clock.now()
  const aborted = new AbortController()
  const ended = new AbortController()
  const stop = (): void => aborted.abort(DONE)
  let isOverrun = false
  const outcomeOf = (otherwise: 'ok' | 'failed'): JobOutcome =>
    isOverrun ? 'overrun' : signal.aborted ? 'stopped' : otherwise
  const end = (outcome: JobOutcome, found: number): void =>
    jobStates.ended(name, { outcome, durationMs: clock.now().getTime() - startedAt.getTime(), found })

  const abortOverrun = async (): Promise<void> => {
    await clock.sleep(maxRuntimeMs, ended.signal)
    if (ended.signal.aborted) return
    isOverrun = true
    log.error({ job: name, max_runtime_ms: maxRuntimeMs, alarm: 'job_overrun' }, 'job runs too long; aborted')
    stop()
  }

  jobStates.started(name)
  void abortOverrun()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const found = await work(aborted.signal)
    end(outcomeOf('ok'), found)
    return found
  } catch (error) {
    const outcome = outcomeOf('failed')
    end(outcome, 0)
    if (outcome === 'failed') throw error
    log.warn({ err: error, job: name, outcome }, 'job ended with an error after its abort')
    return 0
  } finally {
    ended.abort(DONE)
    signal.removeEventListener('abort', stop)
  }
}
