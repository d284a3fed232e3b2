import { until } from '../../../bench/stack.ts'
import { ConsoleCheck } from './console-check.ts'
import type { Installation } from './installation.ts'
import { areSuccesses, describe, print } from './answers.ts'
import { PaidWhileStopped } from './paid-while-stopped.ts'
import type { PaymentsLoad } from './payments-load.ts'

/** How much longer the 99th percentile of the other cells may be during an outage. */
const P99_FACTOR_MAX = 2
const READY_MS_MAX = 60_000

/** A server that is stopped under load and started again. */
export interface Outage {
  name: string
  /** The cells that cannot be used meanwhile. */
  cells: readonly string[]
  stop(): Promise<void>
  start(): Promise<unknown>
}

interface Check {
  installation: Installation
  load: PaymentsLoad
  staff: ConsoleCheck
  outage: Outage
  /** Charges of the cells that cannot be used meanwhile. */
  charges: PaidWhileStopped
  run: () => Promise<void>
}

/**
 * Stops a server under load, starts it again, and compares the latencies of the other cells. Returns whether the other
 * cells were not affected, the calls of the stopped cells got 503, everything continued, and the charges that were paid
 * meanwhile are complete.
 */
export async function checkOutage(
  installation: Installation,
  load: PaymentsLoad,
  { rate, seconds, outage }: { rate: number; seconds: number; outage: Outage },
): Promise<boolean> {
  const staff = await ConsoleCheck.signIn(installation)
  const charges = await PaidWhileStopped.create(load, outage.cells)
  const check: Check = { installation, load, staff, outage, charges, run: () => load.run(rate, seconds) }
  const { passed, stoppedMs } = await checkOthers(check)
  return (await checkReturn(check, stoppedMs)) && passed
}

/** Stops the server under load, and checks the calls of all cells and the console. Returns when it was stopped. */
async function checkOthers({
  installation,
  load,
  staff,
  outage,
  charges,
  run,
}: Check): Promise<{ passed: boolean; stoppedMs: number }> {
  const { parts, origin } = installation
  const others = parts.map(({ id }) => id).filter((id) => !outage.cells.includes(id))
  let passed = printFailures(await staff.failures([]), 'the console shows all cells')
  const beforeMs = performance.now()
  // Reading pages of the console takes processor time, so both measurements contain it. The pages were read before,
  // because the first read of a page takes longer.
  const unstopped = run()
  await staff.failures([])
  await unstopped
  const before = new Map(others.map((id) => [id, load.statsSince(id, beforeMs).p99Ms]))
  const stoppedMs = performance.now()
  const running = run()
  await outage.stop()
  const readyz = await fetch(`${origin}/readyz`)
  print(`${outage.name} is stopped; /readyz answers ${readyz.status} ${await readyz.text()}`)
  await charges.pay()
  const failures = await staff.failures(outage.cells)
  await running
  const named = outage.cells.length === 0 ? 'shows all cells' : `names the cells ${outage.cells.join(', ')}`
  passed = printFailures(failures, `the console ${named}`) && readyz.status === 200 && passed
  for (const id of outage.cells) {
    const answers = Object.keys(load.statsSince(id, stoppedMs).statuses)
    const isRefused = answers.includes('503') && answers.every((status) => status < '300' || status === '503')
    passed &&= isRefused
    print(`  ${describe(load, id, stoppedMs)}${isRefused ? '' : '  FAILED'}`)
  }
  for (const id of others) {
    const [was = 0, is] = [before.get(id), load.statsSince(id, stoppedMs).p99Ms]
    const isOk = is <= P99_FACTOR_MAX * was && areSuccesses(load, id, stoppedMs)
    passed &&= isOk
    print(`  ${describe(load, id, stoppedMs)}; p99 before ${was.toFixed(0)} ms${isOk ? '' : '  FAILED'}`)
  }
  return { passed, stoppedMs }
}

/**
 * Starts the server again, and checks that all calls succeed, that the console shows all cells, and that the payments
 * of the meantime are complete.
 */
async function checkReturn(
  { installation, load, staff, outage, charges, run }: Check,
  stoppedMs: number,
): Promise<boolean> {
  await outage.start()
  const returnedMs = performance.now()
  for (const id of outage.cells) {
    await until(`the stopped cell ${id}`, READY_MS_MAX, async () => {
      await load.payInCell(id)
      return load.statsSince(id, performance.now() - 1_000).statuses['201'] !== undefined
    })
    load.allowRefusals(id, stoppedMs, performance.now())
    print(`${id} answers again ${((performance.now() - returnedMs) / 1_000).toFixed(1)} s after its start`)
  }
  let passed = printFailures(await staff.failures([]), 'the console shows all cells')
  for (const id of outage.cells) passed = (await charges.check(id, returnedMs)) && passed
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
