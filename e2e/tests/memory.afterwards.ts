import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/** The server's memory limit. An idle server uses less than 200 MiB; a server with a leak soon exceeds the limit. */
const MEMORY_MAX_MIB = 256

test('the server uses at most 256 MiB after all journeys', () => {
  for (const dataDir of dataDirs()) {
    const bytes = serverMemoryBytes(dataDir)
    if (bytes !== undefined) expect(bytes / MIB).toBeLessThan(MEMORY_MAX_MIB)
  }
})
