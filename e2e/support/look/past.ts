import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeDataDir } from '../stack.ts'
import type { State } from '../states.ts'

const CREATE = join(import.meta.dirname, 'create-past.ts')
const SHIFT = join(import.meta.dirname, 'shift-clock.ts')
/** The data is created on this day of the last month, at noon in São Paulo. */
const DAY_OF_MONTH = 15
const NOON_HOURS_UTC = 15

/** Returns the last day of the last month, such as `2026-10-31`. */
function lastDay(now = new Date()): string {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), 0)).toISOString().slice(0, 10)
}

/** Pages about the last month. The stack of the other screenshots has no records of that month. */
export const PAST_PAGES: readonly State[] = [
  { name: 'merchants-day', address: `/merchants?merchant=all&day=${lastDay()}` },
  { name: 'balance-day', address: `/balance?day=${lastDay()}` },
  { name: 'statement-last-month', address: '/statement?range=last-month' },
]

/**
 * Creates the data folder of a stack whose records were made in the last month. A process with a moved clock starts the
 * stack, creates the records and stops the stack. Returns the data folder.
 */
export async function createPast(): Promise<string> {
  const dataDir = makeDataDir()
  const now = new Date()
  const at = Date.UTC(now.getFullYear(), now.getMonth() - 1, DAY_OF_MONTH, NOON_HOURS_UTC)
  const env = {
    ...process.env,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(SHIFT).href}`,
    CLOCK_SHIFT_MS: String(at - now.getTime()),
  }
  const child = spawn(process.execPath, [CREATE, dataDir], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${CREATE} exited with ${String(code)}`)
  return dataDir
}
