import { until } from '../../../bench/stack.ts'
import { ConsoleCheck } from './console-check.ts'
import type { CellPart, Installation } from './installation.ts'
import { areSuccesses, describe, print, type PaymentsLoad } from './payments-load.ts'

/** The cell whose PostgreSQL is stopped. */
export const STOPPED = 'b'

/** How much longer the 99th percentile of the other cells may be while one cell is stopped. */
const P99_FACTOR_MAX = 2
const READY_MS_MAX = 60_000

interface Check {
  installation: Installation
  load: PaymentsLoad
  staff: ConsoleCheck
  stopped: CellPart
  run: () => Promise<void>
}

/**
 * Stops the PostgreSQL of one cell under load, starts it again, and compares the latencies of the other cells. Returns
 * whether the other cells were not affected, the calls of the stopped cell got 503, and everything continued.
 */
export async function checkStoppedCell(
  installation: Installation,
  load: PaymentsLoad,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<boolean> {
  const stopped = installation.parts.find(({ id }) => id === STOPPED)
  if (!stopped) throw new Error(`BUG: there is no cell ${STOPPED}`)
  const staff = await ConsoleCheck.signIn(installation)
  const check: Check = { installation, load, staff, stopped, run: () => load.run(rate, seconds) }
  const isIsolated = await checkOthers(check)
  return (await checkReturn(check)) && isIsolated
}

/** Stops the cell under load, and checks the calls of all cells and the console. */
async function checkOthers({ installation, load, staff, stopped, run }: Check): Promise<boolean> {
  const { parts, origin } = installation
  const others = parts.filter((part) => part !== stopped).map(({ id }) => id)
  const beforeMs = performance.now()
  await run()
  const before = new Map(others.map((id) => [id, load.statsSince(id, beforeMs).p99Ms]))
  const stoppedMs = performance.now()
  const running = run()
  await stopped.cluster.stop()
  const readyz = await fetch(`${origin}/readyz`)
  print(`${STOPPED} is stopped; /readyz answers ${readyz.status} ${await readyz.text()}`)
  const failures = await staff.failures([STOPPED])
  await running
  let passed = printFailures(failures, `the console names the cell ${STOPPED}`) && readyz.status === 200
  const answers = Object.keys(load.statsSince(STOPPED, stoppedMs).statuses)
  const isRefused = answers.includes('503') && answers.every((status) => status < '300' || status === '503')
  passed &&= isRefused
  print(`  ${describe(load, STOPPED, stoppedMs)}${isRefused ? '' : '  FAILED'}`)
  for (const id of others) {
    const [was = 0, is] = [before.get(id), load.statsSince(id, stoppedMs).p99Ms]
    const isOk = is <= P99_FACTOR_MAX * was && areSuccesses(load, id, stoppedMs)
    passed &&= isOk
    print(`  ${describe(load, id, stoppedMs)}; p99 before ${was.toFixed(0)} ms${isOk ? '' : '  FAILED'}`)
  }
  return passed
}

/** Starts the cell again, and checks that all calls succeed and that the console shows all cells. */
async function checkReturn({ installation, load, staff, stopped, run }: Check): Promise<boolean> {
  await stopped.cluster.start()
  const returnedMs = performance.now()
  await until('the stopped cell', READY_MS_MAX, async () => {
    await load.payInCell(STOPPED)
    return load.statsSince(STOPPED, performance.now() - 1_000).statuses['201'] !== undefined
  })
  print(`${STOPPED} answers again ${((performance.now() - returnedMs) / 1_000).toFixed(1)} s after its start`)
  let passed = printFailures(await staff.failures([]), 'the console shows all cells')
  const againMs = performance.now()
  await run()
  for (const { id } of installation.parts) {
    const isOk = areSuccesses(load, id, againMs)
    passed &&= isOk
    print(`  ${describe(load, id, againMs)}${isOk ? '' : '  FAILED'}`)
  }
  return passed
}

/** Prints the pages of the console that failed. Returns whether none failed. */
function printFailures(failures: readonly string[], claim: string): boolean {
  print(`  ${claim}${failures.length === 0 ? '' : '  FAILED'}`)
  for (const failure of failures) print(`    ${failure}`)
  return failures.length === 0
}
