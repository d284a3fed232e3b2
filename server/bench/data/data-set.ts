import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { migrateDatabase } from '../../src/database.ts'
import { freePort } from '../../stack/ports.ts'
import { writePrivately, type Settings } from '../../stack/settings.ts'
import type { Bench } from '../bench.ts'
import { checkInvariants } from '../invariants.ts'
import { connect } from '../stand.ts'
import { loadDataSet } from './load-data-set.ts'

/** The small data set, that the large one is compared with. */
export const SMALL = 10_000

/** A database with so many charges, and a server on it. */
export interface DataSet {
  charges: number
  origin: string
  settings: Settings
  /** A connection of the owner's role. */
  owner: Client
  /** The first has half of all charges. */
  merchants: Kept['merchants']
  /** What the load took, also when it was done by an earlier run. */
  loadSeconds: number
  isFresh: boolean
}

/** What tells a later run that the load came to its end. */
const Kept = z.object({
  charges: z.number(),
  loadSeconds: z.number(),
  merchants: z.array(z.object({ id: z.string(), apiKey: z.string() })),
})
type Kept = z.infer<typeof Kept>

const opened = new Map<number, DataSet>()

/**
 * The data set of that size with an API process running on it: as an earlier run with the same folder left it, or
 * loaded now. A load that did not come to its end is begun anew.
 * @throws Error when an invariant of its ledger does not hold.
 */
export async function openDataSet(bench: Bench, charges: number): Promise<DataSet> {
  const found = opened.get(charges) ?? (await open(bench, charges))
  opened.set(charges, found)
  const label = `on ${charges}`
  if (!bench.stand.programs.has(`server api ${label}`))
    await bench.stand.startServer('api', { label, settings: found.settings })
  return found
}

async function open(bench: Bench, charges: number): Promise<DataSet> {
  const { stand, say } = bench
  const database = `pix_${charges}`
  const file = join(stand.dataDir, `loaded-${charges}.json`)
  const port = await freePort()
  const urls = {
    DATABASE_URL: stand.postgres.applicationUrl(database),
    MIGRATION_DATABASE_URL: stand.postgres.ownerUrl(database),
  }
  const origin = `http://127.0.0.1:${port}`
  const settings = { ...stand.settings, ...urls, PORT: String(port), PUBLIC_URL: origin }
  const isFresh = !existsSync(file)
  if (isFresh) {
    const loaded = await loadDataSet(bench, { database, settings, charges })
    writePrivately(file, { charges, ...loaded } satisfies Kept)
  }
  const kept = Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (!isFresh) await migrateDatabase(urls.MIGRATION_DATABASE_URL)
  const owner = await connect(urls.MIGRATION_DATABASE_URL)
  if (!isFresh) {
    say(`  ${charges} charges are there already, loaded in ${Math.round(kept.loadSeconds)} s`)
    await checkInvariants(owner)
  }
  return { ...kept, origin, settings, owner, isFresh }
}

/** Closes the connections of the data sets that were opened. */
export async function closeDataSets(): Promise<void> {
  for (const { owner } of opened.values()) await owner.end()
  opened.clear()
}
