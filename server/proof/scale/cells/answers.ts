import { isSuccess, type PaymentsLoad } from './payments-load.ts'

export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Returns the latencies and the answers of the calls of a cell since `sinceMs`, as one line. */
export function describe(load: PaymentsLoad, id: string, sinceMs: number): string {
  const { count, p50Ms, p99Ms, statuses } = load.statsSince(id, sinceMs)
  return (
    `${id.padEnd(5)} ${count} calls, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms; ` +
    `answers ${describeStatuses(statuses)}`
  )
}

/** Returns whether the cell got calls since `sinceMs`, and all of them succeeded. */
export function areSuccesses(load: PaymentsLoad, id: string, sinceMs: number): boolean {
  const answers = Object.keys(load.statsSince(id, sinceMs).statuses)
  return answers.length > 0 && answers.every(isSuccess)
}

/**
 * Returns a line for each cell with calls that failed, over the whole run. A call may get 503 while its cell is stopped
 * or moved (`PaymentsLoad.allowRefusals`).
 */
export const failedCalls = (load: PaymentsLoad): string[] =>
  Array.from(load.cells.keys()).flatMap((id) => {
    const statuses = load.failuresOf(id)
    return Object.keys(statuses).length === 0
      ? []
      : [`  ${id}: failed calls: ${describeStatuses(statuses)}  FAILED`]
  })

const describeStatuses = (statuses: Record<string, number>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
