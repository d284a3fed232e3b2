import { systemClock } from '../../../src/kernel/clock.ts'
import { areSuccesses, describe, print } from '../cells/answers.ts'
import { isSuccess, type PaymentsLoad } from '../cells/payments-load.ts'
import type { CitusCell } from './citus-cell.ts'
import type { CitusNode } from './node.ts'

/** The time between two payments of the cell that moves, in milliseconds. */
const INTERVAL_MS = 100
/** The time between two payments of the other cells together, in milliseconds. */
const OTHERS_INTERVAL_MS = 200
/** How long the load runs before and after the move, in milliseconds. */
const QUIET_MS = 3_000
/** How long calls of the cell may still get 503 after the move, in milliseconds. */
const RETURN_MS_MAX = 2_000

/**
 * Moves a cell to another worker while the merchants of all cells pay, and prints for how long no call of the cell
 * succeeded. Returns whether every call of the cell succeeded or got 503 with `Retry-After`, and every call of the other
 * cells succeeded. `failedCalls` later counts a 503 that the cell gave before the refusals or long after them.
 */
export async function checkMove(load: PaymentsLoad, cell: CitusCell, target: CitusNode): Promise<boolean> {
  const { id, home } = cell
  const others = Array.from(load.cells.keys()).filter((other) => other !== id)
  const stopping = new AbortController()
  const sinceMs = performance.now()
  const paying = [
    pay(load, [id], { intervalMs: INTERVAL_MS, signal: stopping.signal }),
    pay(load, others, { intervalMs: OTHERS_INTERVAL_MS, signal: stopping.signal }),
  ]
  await systemClock.sleep(QUIET_MS)
  const { workedMs, refusedMs } = await cell.moveTo(target)
  const movedMs = performance.now()
  load.allowRefusals(id, movedMs - refusedMs, movedMs + RETURN_MS_MAX)
  await systemClock.sleep(QUIET_MS)
  stopping.abort()
  await Promise.all(paying)
  const answers = Object.keys(load.statsSince(id, sinceMs).statuses)
  const isMoved = answers.every((status) => isSuccess(status) || status === '503')
  print(
    `${id} moves from ${home.name} to ${target.name}: citus_schema_move ran for ${(workedMs / 1_000).toFixed(1)} s, calls were refused ` +
      `for ${(refusedMs / 1_000).toFixed(1)} s, and no call succeeded for ${longestPause(load, id, sinceMs).toFixed(0)} ms`,
  )
  print(`  ${describe(load, id, sinceMs)}${isMoved ? '' : '  FAILED'}`)
  let passed = isMoved
  for (const other of others) {
    const isOk = areSuccesses(load, other, sinceMs)
    passed &&= isOk
    print(
      `  ${describe(load, other, sinceMs)}; no call succeeded for ${longestPause(load, other, sinceMs).toFixed(0)} ms` +
        (isOk ? '' : '  FAILED'),
    )
  }
  return passed
}

/**
 * Makes a payment of one of the cells every `intervalMs`, even while earlier ones are not answered. The cells and their
 * merchants pay in turn.
 */
async function pay(
  load: PaymentsLoad,
  ids: readonly string[],
  { intervalMs, signal }: { intervalMs: number; signal: AbortSignal },
): Promise<void> {
  const open = new Set<Promise<void>>()
  for (let n = 0; !signal.aborted; n++) {
    const id = ids[n % ids.length]
    if (id === undefined) throw new Error('BUG: pay: there is no cell')
    const work = load.payInCell(id, Math.floor(n / ids.length))
    open.add(work)
    void work.finally(() => open.delete(work))
    await systemClock.sleep(intervalMs)
  }
  await Promise.all(open)
}

/** Returns the longest time between two successful answers of a cell, in milliseconds. */
function longestPause(load: PaymentsLoad, id: string, sinceMs: number): number {
  const ends = (load.cells.get(id)?.calls ?? [])
    .filter(({ atMs, status }) => atMs >= sinceMs && isSuccess(status))
    .map(({ atMs, ms }) => atMs + ms)
    .toSorted((a, b) => a - b)
  return Math.max(0, ...ends.slice(1).map((endMs, index) => endMs - (ends[index] ?? endMs)))
}
