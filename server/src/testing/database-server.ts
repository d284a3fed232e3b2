import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../stack/postgres.ts'
import { migrateDatabase } from '../database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { superuserUrl: string; ownerUrl: string; applicationUrl: string }
  }
}

/** The name that stands for a database in the URLs that tests are given. */
export const TEMPLATE = 'template_pix'

/** One PostgreSQL for a run of the tests, with one migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({
    dataDir: mkdtempSync(join(tmpdir(), 'pix-tests-')),
    port: 0,
    ephemeral: true,
  })
  await postgres.createDatabase(TEMPLATE)
  await migrateDatabase(postgres.ownerUrl(TEMPLATE))
  project.provide('postgres', {
    superuserUrl: postgres.superuserUrl,
    ownerUrl: postgres.ownerUrl(TEMPLATE),
    applicationUrl: postgres.applicationUrl(TEMPLATE),
  })
  return () => postgres.stop()
}
