import { Readable } from 'node:stream'
import { runCli } from '../../cli/program.ts'
import type { Shell } from '../../cli/context/shell.ts'
import type { World } from '../world.ts'

/** Output and exit status of a command. */
export interface CommandResult {
  status: number
  stdout: string
  stderr: string
}

/** The user of the operating system in commands of tests. */
export const OPERATOR = 'root@pix-1'

/**
 * Runs a command of the operator's command line in this process. The command sees only the environment variables in
 * `env`.
 */
export async function runCommand(
  args: readonly string[],
  env: Shell['env'],
  input = '',
): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' }
  const shell: Shell = {
    env,
    input: Readable.from([input]),
    out: (text) => void (output.stdout += text),
    err: (text) => void (output.stderr += text),
    operator: OPERATOR,
    failed: false,
  }
  return { status: await runCli(shell, args), ...output }
}

/**
 * Returns the environment variables for a command on the world's database. `keys` become the encryption keys of the
 * command.
 */
export function operatorEnv(world: World, keys = world.kit.secrets.encryptionKeys): Record<string, string> {
  return {
    DATABASE_URL: world.database.url,
    ENCRYPTION_KEYS: keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
    CURSOR_SECRET: world.kit.secrets.cursorSecret,
  }
}
