import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/** Far above what it takes (below 200 at rest) and far below what a leak would reach. */
const MEMORY_MAX_MIB = 256

test('the server is still small after a day of work', () => {
  for (const dataDir of dataDirs()) {
    const bytes = serverMemoryBytes(dataDir)
    if (bytes !== undefined) expect(bytes / MIB).toBeLessThan(MEMORY_MAX_MIB)
  }
})
