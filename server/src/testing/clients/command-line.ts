import { Readable } from 'node:stream'
import { runCli } from '../../cli/program.ts'
import type { Shell } from '../../cli/shell.ts'
import type { World } from '../world.ts'

/** What a command said, and the status that its process ends with. */
export interface CommandResult {
  status: number
  stdout: string
  stderr: string
}

/** Runs an operator's command with nothing in its environment but `env`. */
export async function runCommand(
  args: readonly string[],
  env: Shell['env'],
  input = '',
): Promise<CommandResult> {
  const said = { stdout: '', stderr: '' }
  const shell: Shell = {
    env,
    input: Readable.from([input]),
    out: (text) => void (said.stdout += text),
    err: (text) => void (said.stderr += text),
    failed: false,
  }
  return { status: await runCli(shell, args), ...said }
}

/** The settings of an operator at a world's database, with the keys of its service. */
export function operatorEnv(world: World, keys = world.kit.secrets.encryptionKeys): Record<string, string> {
  return {
    DATABASE_URL: world.database.url,
    ENCRYPTION_KEYS: keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
    CURSOR_SECRET: world.kit.secrets.cursorSecret,
  }
}
