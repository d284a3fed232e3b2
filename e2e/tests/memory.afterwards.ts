import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/** The server's memory limit. An idle server uses less than 200 MiB; a server with a leak soon exceeds the limit. */
const MEMORY_MAX_MIB = 256

test('the server uses at most 256 MiB after all journeys', async () => {
  // Waits for the garbage collection of an idle server, because the journeys have only just ended.
  for (const dataDir of dataDirs())
    await expect.poll(() => (serverMemoryBytes(dataDir) ?? 0) / MIB).toBeLessThan(MEMORY_MAX_MIB)
})
