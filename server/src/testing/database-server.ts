import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../stack/postgres.ts'
import { migrateDatabase } from '../database.ts'
import { findMemoryFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { superuserUrl: string; ownerUrl: string; applicationUrl: string; consoleUrl: string }
  }
}

/**
 * The name of the migrated template database. `cloneDatabase` copies this database and replaces this name in the URLs.
 */
export const TEMPLATE = 'template_pix'

/**
 * Starts one PostgreSQL server for the test run and creates the migrated template database. Returns a function that
 * stops the server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(findMemoryFolder(), 'pix-tests-')),
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
