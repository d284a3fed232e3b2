import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workerDataDir } from './stack.ts'

const CLI = join(import.meta.dirname, '..', '..', 'server', 'dist', 'src', 'cli.js')

/** Runs a command of the operator's command line and returns its JSON output. */
export async function commandLine(args: readonly string[]): Promise<unknown> {
  const { DATABASE_URL: _, ...environment } = process.env
  const env = { ...environment, DATA_DIR: workerDataDir() }
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args, '--json'], { env })
  return JSON.parse(stdout)
}
