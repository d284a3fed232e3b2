import type { Deployment } from '../../bench/deployment.ts'
import { jobLoops } from '../../src/jobs.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { readConfig } from '../../src/kernel/settings/config.ts'
import { openKit } from '../../src/kit.ts'
import { scrape } from '../../src/testing/clients/scrape.ts'

const POLL_MS = 100
const SCRAPE_MS = 1_000
/** A killed worker's claim lasts 10 s. Another worker must claim the job soon after it, within 15 s together. */
const OVERDUE_MS_MAX = 5_000
/** Jobs with a shorter interval run too often to judge single runs. */
const JUDGED_FROM_MS = 5_000

interface Periodic {
  name: string
  intervalMs: number
  atStart: boolean
}

/** The runs of one periodic job in the whole system. */
export interface JobRuns extends Periodic {
  runs: number
  /** How many runs one system may make in this time: one for each interval, and one for each start of a process. */
  runsMax: number
  /** The longest time in milliseconds for which the job was due and no worker claimed it. */
  overdueMs: number
  isWrong: boolean
}

/** Counts the runs of the jobs that may run in only one process at a time. */
export class JobWatch {
  readonly #deployment: Deployment
  readonly #jobs: Periodic[]
  readonly #startedMs = performance.now()
  /** The metrics ports of the running workers, by process. A restarted worker is another process. */
  readonly #ports = new Map<string, number>()
  readonly #counts = new Map<string, ReadonlyMap<string, number>>()
  readonly #overdueMs = new Map<string, number>()
  readonly #stopping = new AbortController()
  readonly #polling: Promise<unknown>

  private constructor(deployment: Deployment, jobs: Periodic[]) {
    this.#deployment = deployment
    this.#jobs = jobs
    this.#polling = Promise.all([
      this.#repeat(POLL_MS, () => this.#readOverdue()),
      this.#repeat(SCRAPE_MS, () => this.#readRuns()),
    ])
  }

  static async start(deployment: Deployment): Promise<JobWatch> {
    const { config, secrets } = readConfig(deployment.settings)
    const kit = await openKit(config, secrets)
    const loops = jobLoops(kit)
    await kit.close()
    const jobs = loops.flatMap(({ name, intervalMs, once }) =>
      once ? [{ name, intervalMs, atStart: once.atStart ?? false }] : [],
    )
    return new JobWatch(deployment, jobs)
  }

  /** Counts the runs of a worker from now on. */
  add(process: string, metricsPort: number): void {
    this.#ports.set(process, metricsPort)
  }

  remove(process: string): void {
    this.#ports.delete(process)
  }

  async stop(): Promise<JobRuns[]> {
    this.#stopping.abort()
    await this.#polling
    await this.#readRuns()
    const seconds = performance.now() - this.#startedMs
    return this.#jobs.map((job) => this.#judge(job, seconds))
  }

  #judge(job: Periodic, elapsedMs: number): JobRuns {
    const { name, intervalMs, atStart } = job
    const runs = Array.from(this.#counts.values()).reduce((sum, counts) => sum + (counts.get(name) ?? 0), 0)
    const runsMax = Math.floor(elapsedMs / intervalMs) + 1 + (atStart ? this.#counts.size : 0)
    const overdueMs = this.#overdueMs.get(name) ?? 0
    return {
      ...job,
      runs,
      runsMax,
      overdueMs,
      isWrong: overdueMs > OVERDUE_MS_MAX || runs === 0 || (intervalMs >= JUDGED_FROM_MS && runs > runsMax),
    }
  }

  async #repeat(ms: number, work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await work()
      await systemClock.sleep(ms, this.#stopping.signal)
    }
  }

  async #readOverdue(): Promise<void> {
    const { rows } = await this.#deployment.owner.query<{ name: string; due: Date }>(
      'select name, next_run_at as due from job_schedule',
    )
    const nowMs = systemClock.now().getTime()
    for (const { name, due } of rows)
      this.#overdueMs.set(name, Math.max(this.#overdueMs.get(name) ?? 0, nowMs - due.getTime()))
  }

  async #readRuns(): Promise<void> {
    for (const [process, port] of this.#ports) {
      const read = await scrape(port).catch(() => undefined)
      // A killed process keeps its last counts.
      if (read)
        this.#counts.set(
          process,
          new Map(this.#jobs.map(({ name }) => [name, read.value('pix_job_runs_total', { job: name }) ?? 0])),
        )
    }
  }
}
