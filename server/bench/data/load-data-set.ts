import { Client, escapeIdentifier } from 'pg'
import { migrateDatabase } from '../../src/database.ts'
import type { Context } from '../../src/kernel/context.ts'
import { Findings } from '../../src/ledger/verify/findings.ts'
import { verifyBook } from '../../src/ledger/verify/verify-book.ts'
import type { Settings } from '../../stack/settings.ts'
import type { Bench } from '../bench.ts'
import { loadCharges, type BulkLoad } from '../bulk/load-charges.ts'
import { withLoadSettings } from '../bulk/load-settings.ts'
import { pooledIds } from '../bulk/pooled-ids.ts'
import { withoutIndexes } from '../bulk/set-aside-indexes.ts'
import { LARGE_TABLES } from '../bulk/tables.ts'
import { giveEndpoints } from '../endpoints.ts'
import { checkInvariants } from '../invariants.ts'
import { makeMerchants, type BenchMerchant } from '../merchants.ts'
import { withContext } from '../service-context.ts'
import { connect } from '../stand.ts'
import { makeHistory } from './history.ts'

const MERCHANTS = 50
const DAY_MS = 86_400_000
/** The charges are spread over a year; the younger ones have their events, which are kept for 90 days. */
const FROM_DAYS = 365
const EVENTS_FROM_DAYS = 88
const YOUNGEST_MS = 600_000
/** Weekly partitions are made around these weeks before now, as time would have made them. */
const PARTITIONS_AROUND_WEEKS = [13, 5]

interface Place {
  database: string
  settings: Settings
  charges: number
}

/**
 * Makes the database anew with charges, journal, payments, names and events, half of them the first merchant's, and
 * some payouts and cases made by the service's own verbs; verified and left as its own upkeep would leave it. Answers
 * how long all but the verification took.
 */
export async function loadDataSet(
  bench: Bench,
  place: Place,
): Promise<{ merchants: BenchMerchant[]; loadSeconds: number }> {
  const { stand, say } = bench
  const startedMs = performance.now()
  await makeDatabase(stand.postgres.superuserUrl, place.database)
  await stand.postgres.createDatabase(place.database)
  const url = place.settings['MIGRATION_DATABASE_URL'] ?? ''
  await migrateDatabase(url)
  const merchants = await makeMerchants(place.settings, MERCHANTS)
  return await withContext(place.settings, async (ctx) => {
    const bulk = { ...ctx, ids: pooledIds() }
    const took = await withLoadSettings(stand.postgres.superuserUrl, async () => {
      const rows = await loadRows(bulk, url, { merchants, charges: place.charges })
      await makeHistory(ctx, merchants)
      return rows
    })
    const loadSeconds = (performance.now() - startedMs) / 1000
    const parts = `rows ${Math.round(took.workSeconds)}, indexes and keys ${Math.round(took.indexSeconds)}`
    say(`  ${place.charges} charges loaded in ${Math.round(loadSeconds)} s (${parts})`)
    const verifiedMs = performance.now()
    const entries = await verifyBooks(ctx, merchants)
    const owner = await connect(url)
    await checkInvariants(owner)
    await owner.end()
    say(`  ${entries} entries verified in ${Math.round((performance.now() - verifiedMs) / 1000)} s`)
    return { merchants, loadSeconds }
  })
}

/** What an interrupted load left goes first. */
async function makeDatabase(superuserUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`)
  await client.end()
}

async function loadRows(
  ctx: Context,
  url: string,
  { merchants, charges }: { merchants: BenchMerchant[]; charges: number },
) {
  const clients: [Client, Client] = [await connect(url), await connect(url)]
  const [owner] = clients
  for (const client of clients) {
    await client.query('set synchronous_commit = off')
    await client.query(`set maintenance_work_mem = '1GB'`)
  }
  const now = ctx.clock.now().getTime()
  for (const weeks of PARTITIONS_AROUND_WEEKS)
    await owner.query('select maintain_webhook_partitions($1)', [new Date(now - weeks * 7 * DAY_MS)])
  await giveEndpoints({ ctx, stand: { owner } }, merchants, 443)
  const load: BulkLoad = {
    clients,
    merchants: await sharesOf(owner, merchants, charges),
    from: new Date(now - FROM_DAYS * DAY_MS),
    to: new Date(now - YOUNGEST_MS),
    firstNumber: 0,
    eventsFrom: new Date(now - EVENTS_FROM_DAYS * DAY_MS),
  }
  const took = await withoutIndexes(clients, LARGE_TABLES, () => loadCharges(ctx, load))
  await owner.query('vacuum analyze')
  await Promise.all(clients.map((client) => client.end()))
  return took
}

/** Half for the first merchant, the rest in equal parts; each with its endpoint. */
async function sharesOf(
  owner: Client,
  merchants: BenchMerchant[],
  charges: number,
): Promise<BulkLoad['merchants']> {
  const { rows } = await owner.query<{ merchant_id: string; id: string }>(
    'select merchant_id, id from webhook_endpoint',
  )
  const endpoints = new Map(rows.map((row) => [row.merchant_id, row.id]))
  const each = Math.floor(charges / 2 / Math.max(1, merchants.length - 1))
  return merchants.map(({ id }, index) => ({
    id,
    charges: index === 0 ? charges - each * (merchants.length - 1) : each,
    endpointId: endpoints.get(id) ?? '',
  }))
}

/** The service's own verifier, hashes included, on every book that was loaded. @throws when it finds anything. */
async function verifyBooks(ctx: Context, merchants: BenchMerchant[]): Promise<bigint> {
  const findings = new Findings()
  let entries = 0n
  for (const { id } of merchants) entries += await verifyBook(ctx, id, findings)
  const [first] = findings.kept
  if (first)
    throw new Error(`bench: ${findings.count} findings in loaded books, first: ${JSON.stringify(first)}`)
  return entries
}
