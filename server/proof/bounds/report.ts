import { statusesOf, timesOf, type Outcome } from '../load.ts'

const NAME_WIDTH = 44

const ms = (value: number): string => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`.padStart(10)

/** Prints measured values and the results of checks. */
export class Report {
  #failed = 0

  get failed(): number {
    return this.#failed
  }

  title(text: string): void {
    print(
      `\n${text}\n${'calls'.padEnd(NAME_WIDTH)}${['p50', 'p99', 'max'].map((name) => name.padStart(10)).join('')}  answers`,
    )
  }

  /** Prints the statistics of the times and the statuses of some calls. */
  row(name: string, calls: readonly Outcome[]): void {
    const { p50Ms, p99Ms, maxMs } = timesOf(calls)
    print(`${name.padEnd(NAME_WIDTH)}${ms(p50Ms)}${ms(p99Ms)}${ms(maxMs)}  ${statusesOf(calls)}`)
  }

  /** Prints the result and the value of a check, and counts the check if it failed. */
  check(name: string, isMet: boolean, value: string): void {
    if (!isMet) this.#failed += 1
    print(`${isMet ? 'ok    ' : 'FAILED'} ${name}: ${value}`)
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
