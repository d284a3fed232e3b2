import { systemIds, uuidV7, type Ids } from '../../src/kernel/ids.ts'

const POOL_BYTES = 65_536
const UUID_CHANCE_BYTES = 10

/** As the service's own, but the operating system is asked once for thousands of ids. */
export function pooledIds(): Ids {
  let pool = systemIds.bytes(POOL_BYTES)
  let used = 0
  const bytes = (length: number): Buffer => {
    if (used + length > pool.length) {
      pool = systemIds.bytes(Math.max(POOL_BYTES, length))
      used = 0
    }
    used += length
    return pool.subarray(used - length, used)
  }
  return { uuid: (now) => uuidV7(now, bytes(UUID_CHANCE_BYTES)), bytes }
}
