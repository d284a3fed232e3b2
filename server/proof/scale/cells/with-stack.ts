import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack, type Stack } from '../../../bench/stack.ts'

/** A server that can be stopped. */
interface Stoppable {
  stop(): Promise<void>
}

/**
 * Runs `check` with a new stack, and stops the stack. Then stops the servers that `check` added to `servers`. Sets the
 * exit code to 1 if `check` returns false.
 */
export async function withStack(
  check: (stack: Stack, servers: Stoppable[]) => Promise<boolean>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-scale-'))
  // Allow access to the clusters in this folder, because PostgreSQL may run as another user.
  chmodSync(dataDir, 0o711)
  const stack = await startStack(dataDir)
  const servers: Stoppable[] = []
  try {
    process.exitCode = (await check(stack, servers)) ? 0 : 1
  } finally {
    await stack.stop()
    for (const server of servers) await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
