import { expect, test } from '@playwright/test'
import { dataDirs, serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
/** An idle server normally uses less than 200 MiB. A server that leaks memory uses far more than this limit. */
const MEMORY_MAX_MIB = 256

test('the server uses at most 256 MiB after all journeys', () => {
  for (const dataDir of dataDirs()) {
    const bytes = serverMemoryBytes(dataDir)
    if (bytes !== undefined) expect(bytes / MIB).toBeLessThan(MEMORY_MAX_MIB)
  }
})
