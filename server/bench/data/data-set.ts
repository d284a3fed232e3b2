import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateFile } from '../../stack/settings.ts'
import type { Bench } from '../bench.ts'
import type { BenchMerchant } from '../merchants.ts'
import { Site } from '../site.ts'
import { loadDataSet } from './load-data-set.ts'

/** The small data set that the large one is compared with. */
export const SMALL = 10_000

/** Tells a later run that the load was completed. */
const Kept = z.object({
  charges: z.number(),
  loadSeconds: z.number(),
  merchants: z.array(z.object({ id: z.string(), apiKey: z.string() })),
})

export interface LoadedSet {
  database: string
  charges: number
  /** The first has half of all charges. */
  merchants: BenchMerchant[]
  /** What the load took, whichever run did it. */
  loadSeconds: number
  isFresh: boolean
}

/** A data set with an API server on it. */
export interface DataSet extends LoadedSet {
  site: Site
}

/** Loads the data set unless the folder has it. An interrupted load starts anew. Nothing is connected to it after. */
export async function ensureDataSet(bench: Bench, charges: number): Promise<LoadedSet> {
  const database = `pix_${charges}`
  const file = join(bench.stack.dataDir, `loaded-${charges}.json`)
  const isFresh = !existsSync(file)
  if (isFresh) {
    const loaded = await loadDataSet(bench, { database, charges })
    writePrivateFile(file, { charges, ...loaded })
  }
  return { ...Kept.parse(JSON.parse(readFileSync(file, 'utf8'))), database, isFresh }
}

const opened = new Map<string, DataSet>()

/** The data set with an API server on it, until the run ends. */
export async function openDataSet(bench: Bench, charges: number): Promise<DataSet> {
  const loaded = await ensureDataSet(bench, charges)
  const known = opened.get(loaded.database)
  if (known) return known
  const site = await Site.open(bench.stack, loaded.database)
  bench.toClose.push(() => site.close())
  await site.start('api')
  const data = { ...loaded, site }
  opened.set(loaded.database, data)
  return data
}
