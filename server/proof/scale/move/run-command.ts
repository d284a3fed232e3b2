import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { MoveStep } from '../../../src/cells/move/connections.sql.ts'
import { findPaths } from '../../../stack/paths.ts'
import type { Settings } from '../../../stack/settings.ts'

const Report = z.object({
  from: z.string(),
  to: z.string(),
  copied_rows: z.number(),
  frozen_rows: z.number(),
  pause_ms: z.number(),
  given_up_freezes: z.number(),
  deleted_rows: z.number(),
})
export type CommandReport = z.infer<typeof Report>

/** How a command ended: it was killed, or printed its report, or failed. */
export interface CommandEnd {
  wasKilled: boolean
  report: CommandReport | undefined
  /** The lines of standard error that are not steps. */
  errors: string[]
}

/** Runs `cell move-merchant` with the options. Kills the process as soon as it has begun the step `killAt`. */
export async function runMove(
  settings: Settings,
  options: readonly string[],
  killAt?: MoveStep,
): Promise<CommandEnd> {
  const program = findPaths('.').program('src/cli.js')
  const child = spawn(process.execPath, [program, 'cell', 'move-merchant', '--json', ...options], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line === killAt) child.kill('SIGKILL')
    else if (!/^[a-z_]+$/.test(line)) errors.push(line)
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const [, signal]: unknown[] = await once(child, 'close')
  const parsed = output === '' ? undefined : Report.safeParse(JSON.parse(output))
  return { wasKilled: signal === 'SIGKILL', report: parsed?.data, errors }
}
