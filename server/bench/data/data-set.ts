import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../../stack/settings.ts'
import type { Bench } from '../bench.ts'
import type { BenchMerchant } from '../merchants.ts'
import { Deployment } from '../deployment.ts'
import { loadDataSet } from './load-data-set.ts'

/** Charges of the small data set, with which the large one is compared. */
export const SMALL = 10_000

/** The content of the file that marks a completed load. */
const SavedDataSet = z.object({
  charges: z.number(),
  loadSeconds: z.number(),
  merchants: z.array(z.object({ id: z.string(), apiKey: z.string() })),
})

export interface LoadedSet {
  database: string
  charges: number
  /** The first merchant has half of all charges. */
  merchants: BenchMerchant[]
  /** Duration of the load, possibly in an earlier run. */
  loadSeconds: number
  isFresh: boolean
}

/** A loaded data set with an API server. */
export interface DataSet extends LoadedSet {
  deployment: Deployment
}

/**
 * Loads the data set unless the data folder has it. Restarts an interrupted load. Closes all connections, so that the
 * database can be copied.
 */
export async function ensureDataSet(bench: Bench, charges: number): Promise<LoadedSet> {
  const database = `pix_${charges}`
  const file = join(bench.stack.dataDir, `loaded-${charges}.json`)
  const isFresh = !existsSync(file)
  if (isFresh) {
    const loaded = await loadDataSet(bench, { database, charges })
    writePrivateFile(file, { charges, ...loaded })
  }
  return { ...SavedDataSet.parse(JSON.parse(readFileSync(file, 'utf8'))), database, isFresh }
}

const opened = new Map<string, DataSet>()

/** Returns the data set with an API server. Starts the server once; it runs until the end of the run. */
export async function openDataSet(bench: Bench, charges: number): Promise<DataSet> {
  const loaded = await ensureDataSet(bench, charges)
  const known = opened.get(loaded.database)
  if (known) return known
  const deployment = await Deployment.open(bench.stack, loaded.database)
  bench.toClose.push(() => deployment.close())
  await deployment.start('api')
  const data = { ...loaded, deployment }
  opened.set(loaded.database, data)
  return data
}
