const SHOWN_MAX = 20

/** Prints the first faults, and the number of all faults. Sets the exit code to 1 if there are any. */
export function reportFaults(faults: readonly string[]): void {
  for (const fault of faults.slice(0, SHOWN_MAX)) process.stdout.write(`FAULT: ${fault}\n`)
  process.stdout.write(`${faults.length} faults\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
