/** Prints the figures of a drill, and collects the violations. */
export class Report {
  readonly #violations: string[] = []
  readonly #startedMs = performance.now()

  heading(text: string): void {
    process.stdout.write(`\n${text}\n`)
  }

  /** Prints one figure. */
  figure(name: string, value: string | number): void {
    process.stdout.write(`  ${name.padEnd(44)} ${value}\n`)
  }

  note(text: string): void {
    process.stdout.write(`  ${text}\n`)
  }

  /** Prints the result of a check, and records a violation when `holds` is false. */
  check(name: string, holds: boolean, detail = ''): void {
    process.stdout.write(`  ${holds ? 'ok  ' : 'FAIL'} ${name}${holds || !detail ? '' : `: ${detail}`}\n`)
    if (!holds) this.#violations.push(name)
  }

  /** Runs a step of the drill and prints its duration. Returns the result of the step and its duration in seconds. */
  async step<T>(name: string, work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
    const startMs = performance.now()
    const result = await work()
    const seconds = (performance.now() - startMs) / 1_000
    this.figure(name, `${seconds.toFixed(1)} s`)
    return { result, seconds }
  }

  /** Prints the verdict. Returns whether there was no violation. */
  end(): boolean {
    const seconds = ((performance.now() - this.#startedMs) / 1_000).toFixed(0)
    const count = this.#violations.length
    process.stdout.write(count === 0 ? `\nNo violation (${seconds} s).\n` : `\n${count} violations.\n`)
    return count === 0
  }
}
