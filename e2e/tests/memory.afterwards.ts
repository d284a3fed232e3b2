import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/**
 * The server's memory limit. A server uses 215 MiB after its start. During the journeys its memory rises to 290 MiB and
 * falls again, because V8 collects old garbage late. A server with a leak soon exceeds the limit.
 */
const MEMORY_MAX_MIB = 320

test('the server uses at most 320 MiB after all journeys', async () => {
  // An idle server may collect its garbage only after a while.
  for (const dataDir of dataDirs())
    await expect.poll(() => (serverMemoryBytes(dataDir) ?? 0) / MIB).toBeLessThan(MEMORY_MAX_MIB)
})
