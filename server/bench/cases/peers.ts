import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MERCHANTS, withFreshDeployment, type Bench, type Case } from '../bench.ts'
import type { Deployment } from '../deployment.ts'
import { inTurn } from '../load/closed-loop.ts'
import { measureCalls } from '../load/floors.ts'
import { JOURNAL_BOUND } from '../load/journal-bound.ts'
import { asSuperuser, connect } from '../stack.ts'
import { row, type Row } from '../table.ts'

const DATABASE = 'peer_pgledger'
/** An SQL file in a checkout of pgledger. The file defines functions that pgledger requires. */
const DEPENDENCIES = 'vendor/scoville-pgsql-ulid/*.sql'

/** Creates four pgledger accounts for each merchant. Returns the ids: `[clearing, pending, reserve, fees]`. */
const CREATE_ACCOUNTS = `
  select array_agg((select id from pgledger_create_account(m || '.' || name, 'BRL')) order by place) as accounts
  from generate_series(1, $1::integer) m
  cross join unnest(array['clearing', 'pending', 'reserve', 'fees']) with ordinality as account (name, place)
  group by m`

/** One transaction at a time writes to a ledger. Further connections would only wait for the lock of the ledger. */
const WRITERS = 4

/** A sale as pgledger records it, with three transfers in one SQL statement. */
const TRANSFER = `
  select count(*) from pgledger_create_transfers(array[
    ($1, $2, 17.64)::transfer_request, ($1, $3, 1.96)::transfer_request, ($1, $4, 0.40)::transfer_request],
    event_at => now())`

/** Installs pgledger in a new database. Returns the ids of the pgledger accounts of each merchant. */
async function install(url: string, file: string, merchants: number): Promise<string[][]> {
  const client = await connect(url)
  for (const path of [...globSync(`${dirname(file)}/${DEPENDENCIES}`).toSorted(), file])
    await client.query(readFileSync(path, 'utf8'))
  const { rows } = await client.query<{ accounts: string[] }>(CREATE_ACCOUNTS, [merchants])
  await client.end()
  return rows.map(({ accounts }) => accounts)
}

async function measure(
  { stack: { postgres }, seconds, measured }: Bench,
  deployment: Deployment,
  { suffix, file }: { suffix: '' | '-hot'; file: string },
): Promise<Row> {
  const drop = `drop database if exists ${DATABASE} with (force)`
  await asSuperuser(postgres, drop)
  await postgres.createDatabase(DATABASE)
  const url = postgres.ownerUrl(DATABASE)
  const next = inTurn(await install(url, file, suffix === '-hot' ? 1 : MERCHANTS))
  const stats = await measureCalls(deployment, { url, seconds }, (client) =>
    client.query({ name: 'transfer', text: TRANSFER, values: next() }),
  )
  await asSuperuser(postgres, drop)
  const ours = measured.find(({ name }) => name === `pay${suffix}`)?.rate
  const bounds = suffix === '-hot' ? { must: '>= 4', strive: '>= 6' } : { strive: '>= 1' }
  const goal = ours ? { measure: ours / stats.rate, unit: 'x pgledger', ...bounds } : {}
  const note =
    'SQL only, three transfers per call, no HTTP, charge or event; measure: rate of the case pay divided by the rate of pgledger'
  return row({ name: `pgledger${suffix}`, ...stats, ...goal, note })
}

/**
 * Measures the whole journal of the payments of one merchant, without the service. `pay-hot` writes the same entries, so
 * no change of the service alone can bring `pay-hot` above this rate.
 */
async function measureJournal({ seconds }: Bench, deployment: Deployment, hot: Row): Promise<Row> {
  const merchants = await deployment.createMerchants(1)
  const { each, callOf } = JOURNAL_BOUND
  const call = callOf(merchants.map(({ id }) => id))
  const url = deployment.applicationUrl
  const stats = await measureCalls(deployment, { url, seconds, each, connections: WRITERS }, call)
  const compared = hot.rate === null ? {} : { measure: stats.rate / hot.rate, unit: 'x pgledger' }
  const note = 'only the journal: the sale, reserve, settlement and availability of 25 payments per call'
  return row({ name: 'journal-hot', ...stats, ...compared, note })
}

/** Measures the sales of the case `pay` with pgledger, another ledger for PostgreSQL. Requires `--pgledger`. */
export const peers: Case = (bench) => {
  const { pgledger: file } = bench
  if (file === undefined) throw new Error('bench: the case peers requires --pgledger PATH')
  return withFreshDeployment(bench, { name: 'peers', roles: [], merchants: 0 }, async (deployment) => {
    const many = await measure(bench, deployment, { suffix: '', file })
    const hot = await measure(bench, deployment, { suffix: '-hot', file })
    return [many, hot, await measureJournal(bench, deployment, hot)]
  })
}
