import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export const MIB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** The bytes that this process holds, in its heap and in buffers beside it, once what nothing uses is thrown away. */
export function measureMemoryBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
