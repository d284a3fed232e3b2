import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 2n * 1024n ** 3n

/**
 * Returns a folder in memory if one has enough space, otherwise the temporary folder. A clone of the template has
 * several hundred files. A file system in memory creates and deletes these files several times faster than a disk.
 */
export function findMemoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY, { bigint: true })
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}
