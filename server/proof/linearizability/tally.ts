import type { Verdict } from './checker.ts'
import type { History } from './history.ts'
import type { ProofStack } from './stack.ts'
import type { State } from './state.ts'

/** The figures of a run: how many calls and histories had which result. */
export class Tally {
  readonly verdicts: Record<Verdict<State>['kind'], number> = { linearizable: 0, violation: 0, undecided: 0 }
  #calls = 0
  readonly #outcomes = new Map<string, number>()
  readonly #reasons = new Map<string, number>()
  readonly #kinds = new Map<string, number>()
  readonly #startedMs = performance.now()

  get historiesCount(): number {
    const { linearizable, violation, undecided } = this.verdicts
    return linearizable + violation + undecided
  }

  /** Replaces the verdict `undecided` of one history by the verdict of a longer check. */
  decide(verdict: Verdict<State>['kind']): void {
    this.verdicts.undecided--
    this.verdicts[verdict]++
  }

  add({ calls }: History, verdict: Verdict<State>['kind']): void {
    this.verdicts[verdict]++
    this.#calls += calls.length
    for (const { request, answer } of calls) {
      count(this.#kinds, request.kind)
      // A client pays at the simulated PSP, so the service gives no answer that could be counted.
      if (request.kind === 'paid') continue
      count(this.#outcomes, answer.outcome)
      if (answer.outcome === 'refused') count(this.#reasons, `refused ${answer.reason}`)
      if (answer.outcome === 'unknown') count(this.#reasons, `unknown ${answer.why}`)
    }
  }

  progress({ proxies, kills }: ProofStack): string {
    const cuts = proxies.reduce((sum, { cutsCount }) => sum + cutsCount, 0)
    const seconds = ((performance.now() - this.#startedMs) / 1_000).toFixed(0)
    return `${seconds} s: ${this.#calls} calls, ${cuts} cuts, kills ${list(kills)}; ${list(Object.entries(this.verdicts))}`
  }

  report(proof: ProofStack): string[] {
    return [
      this.progress(proof),
      `calls: ${list(this.#kinds)}`,
      `outcomes: ${list(this.#outcomes)}`,
      ...Array.from(this.#reasons, ([reason, times]) => `  ${reason}: ${times}`),
    ]
  }
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

const list = (counts: Iterable<readonly [string, number]>): string =>
  Array.from(counts, ([name, times]) => `${times} ${name}`).join(', ')
