import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { documentHash } from '../../src/charges/payer-document.ts'
import { plusMs, systemClock } from '../../src/kernel/clock.ts'
import { normalizeForSearch, wordsOf } from '../../src/kernel/values/words.ts'
import { LATENCY_BOUNDS_MS } from '../../src/webhooks/health/latency.ts'
import { addMissingTotals } from '../../src/statement/totals/totals-jobs.ts'
import { writePrivateFile } from '../../stack/settings.ts'
import { log, type Bench } from '../bench.ts'
import { Deployment, type BenchMerchant } from '../deployment.ts'
import { Callbacks } from '../load/callbacks.ts'
import { payerOf, PAYERS_MAX } from '../payers.ts'
import { asSuperuser, connect, until, type Stack } from '../stack.ts'
import { createPendingCharges, insertCopiesOf } from './copies.ts'
import { createHistory } from './history.ts'
import * as sql from './load.sql.ts'

const MERCHANTS = 50
const DAY_MS = 86_400_000
/**
 * The charges are spread over a year. Only recent charges have events, because the service keeps events for 90 days.
 */
const FROM_DAYS = 365
const EVENTS_FROM_DAYS = 88
const YOUNGEST_MS = 600_000
/**
 * The load of the data set creates partitions for old events around these times, in weeks before now. The service
 * itself creates the partitions for recent events.
 */
const PARTITIONS_AROUND_WEEKS = [13, 5]
const DELIVERED_TIMEOUT_MS = 60_000
/**
 * After a load, the ledgers of this many merchants are verified: the last ones, not the first merchant, which has half
 * of all charges.
 */
const VERIFIED_MERCHANTS = 5

/** The version of the data set. Increase the version when the content changes, so that the data set is loaded again. */
const VERSION = 3

/** The number of charges in the small data set, with which the large data set is compared. */
export const SMALL = 10_000

/** The content of the file that marks a completed load. The first merchant has half of all charges. */
const Saved = z.object({
  loadSeconds: z.number(),
  merchants: z.array(z.object({ id: z.string(), apiKey: z.string() })),
})

/**
 * Loads the data set unless the data folder already contains it. Starts again after an interrupted load. Closes all
 * connections, so that the database can be copied.
 */
export async function ensureDataSet({ stack }: Bench, charges: number) {
  const database = `pix_${charges}`
  const file = join(stack.dataDir, `loaded-${VERSION}-${charges}.json`)
  const isFresh = !existsSync(file)
  if (isFresh) writePrivateFile(file, await loadDataSet(stack, { database, charges }))
  return { ...Saved.parse(JSON.parse(readFileSync(file, 'utf8'))), database, isFresh }
}

/** A loaded data set with an API server. */
export type DataSet = Awaited<ReturnType<typeof ensureDataSet>> & { deployment: Deployment; firstKey: string }

const opened = new Map<number, DataSet>()

/** Returns the data set with an API server. Starts the server once; it runs until the end of the run. */
export async function openDataSet(bench: Bench, charges: number): Promise<DataSet> {
  const known = opened.get(charges)
  if (known) return known
  const loaded = await ensureDataSet(bench, charges)
  const deployment = await Deployment.open(bench.stack, loaded.database)
  bench.toClose.push(() => deployment.close())
  await deployment.start('api')
  const data = { ...loaded, deployment, firstKey: loaded.merchants[0]?.apiKey ?? '' }
  opened.set(charges, data)
  return data
}

/**
 * Recreates the database with charges, journal entries, payments and events of 50 merchants. The first merchant has
 * half of the charges. The load copies the rows of two charges that the service recorded. `post_entries` writes the
 * journal, and the use cases of the service create payouts and disputes. Returns the merchants, and the duration of the
 * load without the verification.
 */
async function loadDataSet(
  stack: Stack,
  { database, charges }: { database: string; charges: number },
): Promise<{ merchants: BenchMerchant[]; loadSeconds: number }> {
  const startedMs = performance.now()
  await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  const deployment = await Deployment.open(stack, database)
  try {
    const merchants = await deployment.createMerchants(MERCHANTS, 0)
    await deployment.createEndpoints(merchants)
    const template = await createTemplate(deployment)
    await asSuperuser(stack.postgres, ...SETTINGS.map((setting) => `alter system set ${setting}`), RELOAD)
    try {
      await copyAll(deployment, merchants, { template, charges })
      // Without statistics, the queries of the use cases below scan whole tables.
      await deployment.owner.query('vacuum analyze')
      await deployment.withContext((ctx) => createHistory(ctx, merchants))
      await deployment.withContext((ctx) => addMissingTotals(ctx, merchants.length))
      await deployment.owner.query('analyze')
    } finally {
      await asSuperuser(stack.postgres, 'alter system reset all', RELOAD, 'checkpoint')
    }
    const loadSeconds = (performance.now() - startedMs) / 1000
    const entries = await deployment.verifyLedgers(merchants.slice(-VERIFIED_MERCHANTS))
    log(
      `${charges} charges loaded in ${loadSeconds.toFixed(0)} s; ${entries} entries of ${VERIFIED_MERCHANTS} merchants verified`,
    )
    return { merchants, loadSeconds }
  } finally {
    await deployment.close()
  }
}

/** PostgreSQL settings that make the load faster but are not crash-safe. After a crash, the load must start again. */
const SETTINGS = [
  'synchronous_commit = off',
  `max_wal_size = '16GB'`,
  `checkpoint_timeout = '30min'`,
  'autovacuum = off',
  `maintenance_work_mem = '512MB'`,
]
const RELOAD = 'select pg_reload_conf()'

/**
 * Creates a merchant with a pending charge and a paid charge. The running service creates the pending charge. The paid
 * charge is a copy of the pending charge. The service records the payment of the copy and delivers the event of this
 * payment. Returns the id of the merchant.
 */
async function createTemplate(deployment: Deployment): Promise<string> {
  const { receiver, pspLists } = deployment.stack
  const merchants = await deployment.createMerchants(1, 0)
  await deployment.createEndpoints(merchants)
  await deployment.start('all')
  pspLists.reset()
  const pending = await createPendingCharges(deployment, merchants)
  const callbacks = new Callbacks(deployment)
  receiver.takeLatencies()
  await callbacks.payAll(await pending(1), { seconds: 10 })
  await callbacks.close()
  await until('the event of the template to be delivered', DELIVERED_TIMEOUT_MS, async () => {
    const delivered = await deployment.owner.query(`select from webhook_delivery where status = 'succeeded'`)
    return delivered.rowCount === 1
  })
  await deployment.stop('all')
  return merchants[0]?.id ?? ''
}

const daysAgo = (days: number): Date => plusMs(systemClock.now(), -days * DAY_MS)

async function copyAll(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  { template, charges }: { template: string; charges: number },
): Promise<void> {
  const { owner, settings } = deployment
  for (const weeks of PARTITIONS_AROUND_WEEKS)
    await owner.query('select maintain_webhook_partitions($1)', [daysAgo(weeks * 7)])
  await owner.query(sql.PREPARE)
  await owner.query(sql.ADD_PAYERS, [JSON.stringify(await describePayers(deployment))])
  await owner.query('analyze bench_payer')
  const each = Math.floor(charges / 2 / (merchants.length - 1))
  const left = merchants.entries()
  const work = async (client: Client): Promise<void> => {
    for (const [n, { id }] of left) {
      const count = n === 0 ? charges - each * (merchants.length - 1) : each
      const to = plusMs(systemClock.now(), -YOUNGEST_MS)
      const plan = [id, count, daysAgo(FROM_DAYS), to, PAYERS_MAX, daysAgo(EVENTS_FROM_DAYS)]
      await client.query(sql.PLAN, plan)
      await copyMerchant(client, id, template)
    }
  }
  const second = await connect(settings['MIGRATION_DATABASE_URL'] ?? '')
  await Promise.all([owner, second].map(work))
  await second.end()
  await owner.query(sql.HOURS, [template, LATENCY_BOUNDS_MS])
  await owner.query(sql.CLEAN_UP)
}

/** Returns the rows of `bench_payer`: names, hashes of the CPFs, and the search words of the names. */
function describePayers(deployment: Deployment): Promise<object[]> {
  return deployment.withContext(async (ctx) =>
    Array.from({ length: PAYERS_MAX }, (_, n) => {
      const { name, document } = payerOf(n)
      const hash = documentHash(ctx, document).toString('hex')
      return { n, name, search: normalizeForSearch(name), hash, words: wordsOf(name) }
    }),
  )
}

/** Copies the rows of the template for the planned charges of a merchant and posts their journal entries. */
async function copyMerchant(client: Client, id: string, template: string): Promise<void> {
  await client.query('analyze bench_charge')
  const copy = async (table: string, values: Record<string, string>, rows: string): Promise<void> => {
    const insert = await insertCopiesOf(client, table, values, { defaults: sql.SHARED, shift: sql.SHIFT })
    const text = `${insert} ${sql.SOURCE} join ${table} t on t.merchant_id = $2 where b.merchant_id = $1 and ${rows}`
    await client.query(`${text} order by b.n`, [id, template])
  }
  await copy('charge', sql.CHARGE, 't.id = template.id')
  await client.query(sql.WORDS, [id])
  const { rows: batches } = await client.query<Record<'first' | 'last', bigint>>(sql.BATCHES, [id])
  for (const { first, last } of batches)
    await client.query({ name: 'bench-post', text: sql.POST, values: [id, first, last] })
  await copy('payment', sql.PAYMENT, `b.status = 'paid'`)
  await copy('webhook_event', sql.EVENT, 'b.has_event')
  await copy('webhook_delivery', sql.DELIVERY, 'b.has_event')
  await copy('webhook_attempt', sql.ATTEMPT, 'b.has_event')
  await client.query('delete from bench_charge where merchant_id = $1', [id])
}
