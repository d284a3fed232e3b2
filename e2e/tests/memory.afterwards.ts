import { expect, test } from '@playwright/test'
import { serverMemoryBytes } from '../support/stack.ts'

const MIB = 1024 * 1024
const MEMORY_MAX_MIB = 200

test('the server is still small after a day of work', () => {
  const bytes = serverMemoryBytes()
  if (bytes !== undefined) expect(bytes / MIB).toBeLessThan(MEMORY_MAX_MIB)
})
