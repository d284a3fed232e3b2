import { systemClock } from '../../../src/kernel/clock.ts'
import type { Installation } from './installation.ts'
import { describe, print } from './answers.ts'
import type { PaymentsLoad } from './payments-load.ts'

/** How many payments of each cell `checkIsolation` makes. */
const PAYMENTS_EACH = 20
/** The request log and the counts of calls to PSPs are stored at most this many milliseconds later. */
const SETTLE_MS = 12_000

/**
 * Prints the processor time of each payment and the latencies of all calls. Returns whether no server logged statements
 * meanwhile, because that takes processor time.
 */
export async function measure(
  installation: Installation,
  load: PaymentsLoad,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<boolean> {
  await load.run(rate, 5)
  for (const { server } of installation.parts) server.takeCounts()
  const [before, sinceMs] = [installation.cpuSeconds(), performance.now()]
  await load.run(rate, seconds)
  await systemClock.sleep(SETTLE_MS)
  const after = installation.cpuSeconds()
  const each = (name: 'processes' | 'postgres'): string =>
    (((after[name] - before[name]) * 1_000) / (rate * seconds)).toFixed(1)
  print(
    `${installation.parts.length} cells: processor time per payment ${each('processes')} ms in the API and the worker, ` +
      `${each('postgres')} ms in PostgreSQL`,
  )
  for (const { id } of installation.parts) print(`  ${describe(load, id, sinceMs)}`)
  const logged = installation.parts.reduce((sum, { server }) => sum + server.takeCounts().statements, 0)
  if (logged > 0) print(`  ${logged} statements were logged meanwhile  FAILED`)
  return logged === 0
}

/** Checks with the statement logs that the calls of each cell send statements only to the database of the cell. */
export async function checkIsolation({ parts }: Installation, load: PaymentsLoad): Promise<boolean> {
  const servers = parts.map(({ server }) => server)
  for (const server of servers) await server.logStatements(true)
  // Opens the connections and reads the settings that a process reads once.
  for (const { id } of parts) await load.payInCell(id)
  let passed = true
  print(`statements of ${PAYMENTS_EACH} payments in one cell, by database, without a worker:`)
  for (const { id } of parts) {
    await systemClock.sleep(SETTLE_MS)
    for (const server of servers) server.takeCounts()
    for (let n = 0; n < PAYMENTS_EACH; n++) await load.payInCell(id)
    await systemClock.sleep(SETTLE_MS)
    const counts = servers.map((server) => ({ id: server.id, ...server.takeCounts() }))
    const isAlone = counts.every((one) => one.id === id || one.statements === 0)
    const isUsed = counts.some((one) => one.id === id && one.statements > 0)
    passed &&= isAlone && isUsed
    const texts = counts.map((one) => `${one.id} ${one.statements}`)
    const polls = counts.reduce((sum, { directoryReads }) => sum + directoryReads, 0)
    print(
      `  cell ${id}: ${texts.join(', ')} (and ${polls} reads of the directory's version)${isAlone ? '' : '  FAILED'}`,
    )
  }
  for (const server of servers) await server.logStatements(false)
  return passed
}
