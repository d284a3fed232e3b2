import type { Stats } from '../../bench/load/closed-loop.ts'
import type { Traffic } from '../rolling/traffic.ts'
import type { JobRuns } from './job-runs.ts'
import type { Lags } from './lags.ts'
import type { RefundCounts } from './refunds.ts'

/** The work of a killed worker must continue within this time in milliseconds. */
const TAKEOVER_MS_MAX = 15_000

/** Prints the figures of the suite `processes`, and collects what failed. */
export class ProcessesReport {
  readonly #faults: string[] = []

  constructor(title: string) {
    print(title)
  }

  takeover(name: string, sweptMs: number, { count, takenMs }: { count: number; takenMs: number }): void {
    print(
      `${name} killed during a sweep: another worker swept after ${seconds(sweptMs)}; ` +
        `its ${count} open deliveries were taken over after ${seconds(takenMs)}`,
    )
    if (sweptMs > TAKEOVER_MS_MAX) this.#faults.push('the sweep continued too late')
    if (takenMs > TAKEOVER_MS_MAX) this.#faults.push('deliveries continued too late')
    if (count === 0) this.#faults.push('the killed worker had no open delivery, so the run proves nothing')
  }

  traffic(
    traffic: Traffic,
    { ok, lines }: { ok: boolean; lines: string[] },
    { accepted, completed, atPsp }: RefundCounts,
  ): void {
    const failed = Array.from(traffic.failures.values()).reduce((sum, count) => sum + count, 0)
    const { p50Ms, p99Ms, maxMs } = traffic.results()
    print(
      `requests: ${traffic.count} sent, ${failed} failed; p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, ` +
        `maximum ${maxMs.toFixed(0)} ms`,
    )
    for (const [kind, count] of traffic.failures) print(`  - ${count} × ${kind}`)
    for (const line of lines) print(line)
    print(`refunds: ${accepted} accepted, ${completed} completed, ${atPsp} returned by the PSP`)
    if (failed > 0) this.#faults.push(`${failed} requests failed`)
    if (!ok) this.#faults.push('a payment or a webhook is missing or was made twice')
    if (accepted === 0 || completed !== accepted || atPsp !== accepted)
      this.#faults.push('a refund is missing or was made twice')
  }

  /** `repeated`: webhooks that arrived again. `lost`: attempts whose process crashed before it recorded their result. */
  twice(
    { atPsp, accepted }: RefundCounts,
    twice: number,
    { repeated, lost }: { repeated: number; lost: number },
  ): void {
    print(`webhooks sent again: ${repeated}, by the kill at most ${lost}`)
    const doneTwice = twice + Math.max(0, atPsp - accepted) + Math.max(0, repeated - lost)
    print(`done twice: ${doneTwice}`)
    if (doneTwice > 0) this.#faults.push(`${doneTwice} operations were done twice`)
  }

  lags({ record, deliver, starved }: Lags, sessions: number): void {
    print(`from payment to record: ${times(record)}; from event to delivery: ${times(deliver)}`)
    print(`starved or left: ${starved}; sessions in PostgreSQL: ${sessions}`)
    if (starved > 0) this.#faults.push(`${starved} payments, webhooks or refunds waited too long`)
  }

  jobs(jobs: readonly JobRuns[]): void {
    print('periodic job            interval   runs   at most   overdue at most')
    for (const { name, intervalMs, runs, runsMax, overdueMs, isWrong } of jobs) {
      const cells = [
        name.padEnd(24),
        seconds(intervalMs).padEnd(11),
        String(runs).padEnd(7),
        String(runsMax).padEnd(10),
      ]
      print(`${cells.join('')}${seconds(overdueMs)}${isWrong ? '  WRONG' : ''}`)
      if (isWrong) this.#faults.push(`the job ${name} ran too often or too late`)
    }
  }

  /** Prints the verdict. Returns whether nothing failed. */
  end(): boolean {
    for (const fault of this.#faults) print(`FAULT: ${fault}`)
    print(this.#faults.length === 0 ? 'passed' : 'FAILED')
    return this.#faults.length === 0
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
const times = ({ p50Ms, p99Ms, maxMs }: Stats): string =>
  `p50 ${seconds(p50Ms)}, p99 ${seconds(p99Ms)}, maximum ${seconds(maxMs)}`
const print = (line: string): void => void process.stdout.write(`${line}\n`)
