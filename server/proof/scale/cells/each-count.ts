import type { Command } from 'commander'
import type { Stack } from '../../../bench/stack.ts'
import { wholeNumber } from '../../whole-number.ts'
import { failedCalls, print } from './answers.ts'
import type { CellServer } from './cell-server.ts'
import { Installation } from './installation.ts'
import { checkIsolation, measure } from './measure.ts'
import { PaymentsLoad } from './payments-load.ts'
import { verifyCells } from './verify-cells.ts'

/** The ids of all cells. */
export const CELLS = ['main', 'a', 'b', 'c']
const COUNTS = [1, 2, 4]

export interface LoadOptions {
  rate: number
  seconds: number
  merchants: number
}

/** Adds the options of the load to a command. */
export const addLoadOptions = (command: Command): Command =>
  command
    .option('--rate <N>', 'payments per second over all cells', wholeNumber(5), 10)
    .option('--seconds <N>', 'the duration of each load', wholeNumber(5), 60)
    .option('--merchants <N>', 'merchants over all cells', wholeNumber(5), 400)

interface Suite {
  /** Returns where the first `count` cells have their databases. */
  serversOf(count: number): readonly CellServer[]
  /** Checks the installation with all cells further. Returns whether it passed. */
  checkAll(installation: Installation, load: PaymentsLoad): Promise<boolean>
}

/**
 * Runs the same load on one, two and four cells. Checks that no payment is lost or doubled, and that every call
 * succeeds, except calls of a cell while it is stopped or moved. With all cells, also checks that a call uses only the
 * database of its cell, and runs the checks of the suite. Prints the figures and returns whether everything passed.
 */
export async function loadEachCount(stack: Stack, options: LoadOptions, suite: Suite): Promise<boolean> {
  const { rate, seconds, merchants } = options
  print(`${merchants} merchants, ${rate} payments per second for ${seconds} s; each payment makes 4 calls`)
  const gaps: string[] = []
  let passed = true
  for (const count of COUNTS) {
    const installation = await Installation.open(stack, suite.serversOf(count), merchants)
    const load = new PaymentsLoad(installation, stack.receiver)
    await installation.start('api')
    const isLast = count === CELLS.length
    if (isLast) passed = (await checkIsolation(installation, load)) && passed
    await installation.start('worker')
    passed = (await measure(installation, load, options)) && passed
    if (isLast) passed = (await suite.checkAll(installation, load)) && passed
    const { ok, lines, unpaid } = await verifyCells(load)
    const failed = failedCalls(load)
    passed &&= ok && failed.length === 0
    for (const line of [...lines, ...failed]) print(line)
    if (unpaid > 0) gaps.push(`with ${count} cells, ${unpaid} of ${merchants} merchants made no payment`)
    await load.close()
    await installation.stop()
  }
  print([passed ? 'passed' : 'FAILED', ...gaps].join('; '))
  return passed
}
