import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/** Above the normal use of an idle server (below 200 MiB), and far below the use of a server that leaks memory. */
const MEMORY_MAX_MIB = 256

test('the server uses at most 256 MiB after all journeys', () => {
  for (const dataDir of dataDirs()) {
    const bytes = serverMemoryBytes(dataDir)
    if (bytes !== undefined) expect(bytes / MIB).toBeLessThan(MEMORY_MAX_MIB)
  }
})
