import { systemClock } from '../../../src/kernel/clock.ts'
import { describe, print, type PaymentsLoad } from '../cells/payments-load.ts'
import type { CitusCell } from './citus-cell.ts'
import type { CitusNode } from './node.ts'

/** The time between two payments of the cell that moves. */
const INTERVAL_MS = 50
/** How long the load runs before and after the move. */
const QUIET_MS = 3_000

/**
 * Moves a cell to another worker while its merchants pay, and prints for how long no call of the cell succeeded. Returns
 * whether every call of the cell succeeded or got 503 with `Retry-After`.
 */
export async function checkMove(load: PaymentsLoad, cell: CitusCell, target: CitusNode): Promise<boolean> {
  const { id, home } = cell
  const stopping = new AbortController()
  const sinceMs = performance.now()
  const paying = pay(load, id, stopping.signal)
  await systemClock.sleep(QUIET_MS)
  const { workedMs, refusedMs } = await cell.moveTo(target)
  await systemClock.sleep(QUIET_MS)
  stopping.abort()
  await paying
  const answers = Object.keys(load.statsSince(id, sinceMs).statuses)
  const isOk = answers.every((status) => status < '300' || status === '503')
  print(
    `${id} moves from ${home.name} to ${target.name}: citus_schema_move ran for ${(workedMs / 1_000).toFixed(1)} s, calls were refused ` +
      `for ${(refusedMs / 1_000).toFixed(1)} s, and no call succeeded for ${longestPause(load, id, sinceMs).toFixed(0)} ms` +
      (isOk ? '' : '  FAILED'),
  )
  for (const other of load.cells.keys()) print(`  ${describe(load, other, sinceMs)}`)
  return isOk
}

/** Makes a payment of the cell every INTERVAL_MS, even while earlier ones are not answered. */
async function pay(load: PaymentsLoad, id: string, signal: AbortSignal): Promise<void> {
  const open = new Set<Promise<void>>()
  while (!signal.aborted) {
    const work = load.payInCell(id)
    open.add(work)
    void work.finally(() => open.delete(work))
    await systemClock.sleep(INTERVAL_MS)
  }
  await Promise.all(open)
}

/** Returns the longest time between two successful answers of a cell, in milliseconds. */
function longestPause(load: PaymentsLoad, id: string, sinceMs: number): number {
  const ends = (load.cells.get(id)?.calls ?? [])
    .filter(({ atMs, status }) => atMs >= sinceMs && status < '300')
    .map(({ atMs, ms }) => atMs + ms)
    .toSorted((a, b) => a - b)
  return Math.max(0, ...ends.slice(1).map((endMs, index) => endMs - (ends[index] ?? endMs)))
}
