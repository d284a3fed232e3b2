import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/** Well above the normal use (below 200 MiB when idle) and well below the effect of a leak. */
const MEMORY_MAX_MIB = 256

test('the server uses at most 256 MiB after all journeys', () => {
  for (const dataDir of dataDirs()) {
    const bytes = serverMemoryBytes(dataDir)
    if (bytes !== undefined) expect(bytes / MIB).toBeLessThan(MEMORY_MAX_MIB)
  }
})
