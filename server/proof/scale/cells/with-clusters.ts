import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStack, type Stack } from '../../../bench/stack.ts'
import { Cluster } from './clusters.ts'

/**
 * Runs `check` with a new stack and with one PostgreSQL for each cell, and stops them. Sets the exit code to 1 if
 * `check` returns false.
 */
export async function withClusters(
  cellIds: readonly string[],
  check: (stack: Stack, clusters: readonly Cluster[]) => Promise<boolean>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-scale-'))
  // Allow access to the clusters in this folder, because PostgreSQL may run as another user.
  chmodSync(dataDir, 0o711)
  const stack = await startStack(dataDir)
  const clusters: Cluster[] = []
  try {
    for (const id of cellIds) clusters.push(await new Cluster(stack, id).start())
    process.exitCode = (await check(stack, clusters)) ? 0 : 1
  } finally {
    await stack.stop()
    for (const cluster of clusters) await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
