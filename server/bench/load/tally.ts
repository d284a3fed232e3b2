import { performance } from 'node:perf_hooks'
import type { Result } from './jobs.ts'

/** Collects the times of one job. */
export class Tally {
  readonly #times: number[] = []
  readonly #startedMs = performance.now()
  #failures = 0
  #failure: string | null = null

  /** Runs one call and records its time since `startedMs`, or its failure. */
  async time(call: () => Promise<void>, startedMs = performance.now()): Promise<void> {
    try {
      await call()
      this.add(performance.now() - startedMs)
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error))
    }
  }

  add(ms: number): void {
    this.#times.push(ms)
  }

  fail(why: string): void {
    this.#failures += 1
    this.#failure ??= why
  }

  get failures(): number {
    return this.#failures
  }

  /** What there is so far. */
  result(count = this.#times.length): Result {
    const sorted = this.#times.toSorted((a, b) => a - b)
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return {
      count,
      seconds: (performance.now() - this.#startedMs) / 1000,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      maxMs: at(1),
      failures: this.#failures,
      failure: this.#failure,
    }
  }
}

interface Run {
  seconds: number
  connections: number
  callsMax?: number | undefined
}

/** Runs `connections` loops side by side until the run is over, or a loop answers that there is no more. */
export async function inLoops(
  { seconds, connections, callsMax = Infinity }: Run,
  step: (connection: number) => Promise<'more' | 'done'>,
): Promise<void> {
  const endMs = performance.now() + seconds * 1000
  let calls = 0
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < endMs && calls++ < callsMax) if ((await step(connection)) === 'done') return
    }),
  )
}
