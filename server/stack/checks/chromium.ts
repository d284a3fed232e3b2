import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StackPaths } from '../paths.ts'

const INSTALL_LIMIT_MS = 5 * 60_000

/** Returns the path of Chromium for the end-to-end tests. Installs Chromium when the machine has none. */
export async function findChromium({ root }: StackPaths, signal: AbortSignal): Promise<string> {
  const program = join(root, 'e2e', 'support', 'chromium.ts')
  const options = { cwd: join(root, 'e2e'), signal, timeout: INSTALL_LIMIT_MS }
  const { stdout } = await promisify(execFile)(process.execPath, [program], options)
  return stdout.trim()
}
