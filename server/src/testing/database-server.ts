import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../stack/postgres.ts'
import { migrateDatabase } from '../database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { superuserUrl: string; ownerUrl: string; applicationUrl: string; consoleUrl: string }
  }
}

/** Name of the migrated database. `cloneDatabase` copies this database and replaces this name in the URLs. */
export const TEMPLATE = 'template_pix'

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 2n * 1024n ** 3n

/**
 * Starts one PostgreSQL server for the test run and creates the migrated template database. Returns a function that
 * stops the server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(findFolder(), 'pix-tests-')),
    port: 0,
    ephemeral: true,
  })
  await postgres.createDatabase(TEMPLATE)
  await migrateDatabase(postgres.ownerUrl(TEMPLATE))
  project.provide('postgres', {
    superuserUrl: postgres.superuserUrl,
    ownerUrl: postgres.ownerUrl(TEMPLATE),
    applicationUrl: postgres.applicationUrl(TEMPLATE),
    consoleUrl: postgres.consoleUrl(TEMPLATE),
  })
  return () => postgres.stop()
}

/**
 * Returns a folder in memory if one has enough space, otherwise the temporary folder. A clone of the template has
 * several hundred files. A file system in memory creates and deletes these files several times faster than a disk.
 */
function findFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY, { bigint: true })
  return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}
