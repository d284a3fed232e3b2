import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export const MIB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Collects garbage, then returns the bytes that this process uses in its heap and in external buffers. */
export function measureMemoryBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
