import type { Stack } from '../../../bench/stack.ts'
import { Cluster } from './clusters.ts'
import { withStack } from './with-stack.ts'

/**
 * Runs `check` with a new stack and with one PostgreSQL for each cell, and stops them. Sets the exit code to 1 if
 * `check` returns false.
 */
export function withClusters(
  cellIds: readonly string[],
  check: (stack: Stack, clusters: readonly Cluster[]) => Promise<boolean>,
): Promise<void> {
  return withStack(async (stack, servers) => {
    const clusters: Cluster[] = []
    for (const id of cellIds) {
      const cluster = await new Cluster(stack, id).start()
      clusters.push(cluster)
      servers.push(cluster)
    }
    return await check(stack, clusters)
  })
}
