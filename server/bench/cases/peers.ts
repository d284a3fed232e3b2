import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { MERCHANTS, withFreshDeployment, type Bench, type Case } from '../bench.ts'
import { measureCalls } from '../load/floors.ts'
import type { Deployment } from '../deployment.ts'
import { asSuperuser, connect } from '../stack.ts'
import { row, type Row } from '../table.ts'

const DATABASE = 'peer_pgledger'
/** Folder in a checkout of pgledger with the functions that its SQL requires. */
const DEPENDENCIES = 'vendor/scoville-pgsql-ulid'

/** The accounts of one merchant: `[clearing, pending, reserve, fees]`. */
type Accounts = readonly string[]

async function install(url: string, file: string): Promise<void> {
  const client = await connect(url)
  const needed = join(dirname(file), DEPENDENCIES)
  const more = existsSync(needed) ? readdirSync(needed).filter((name) => name.endsWith('.sql')) : []
  for (const path of [...more.map((name) => join(needed, name)), file])
    await client.query(readFileSync(path, 'utf8'))
  await client.end()
}

async function createAccounts(url: string, merchants: number): Promise<Accounts[]> {
  const client = await connect(url)
  const { rows } = await client.query<{ ids: string[] }>(
    `select array_agg((select id from pgledger_create_account(m || '.' || name, 'BRL')) order by place) as ids
     from generate_series(1, $1::integer) m
     cross join unnest(array['clearing', 'pending', 'reserve', 'fees']) with ordinality as account (name, place)
     group by m`,
    [merchants],
  )
  await client.end()
  return rows.map(({ ids }) => ids)
}

const TRANSFER = `
  select count(*) from pgledger_create_transfers(array[
    ($1, $2, 17.64)::transfer_request, ($1, $3, 1.96)::transfer_request, ($1, $4, 0.40)::transfer_request],
    event_at => now())`

/** Returns a call that records a sale: three transfers in one statement. */
function transferOf(accounts: readonly Accounts[]): (client: Client) => Promise<void> {
  let n = 0
  return async (client) => {
    await client.query({
      name: 'transfer',
      text: TRANSFER,
      values: [...(accounts[n++ % accounts.length] ?? [])],
    })
  }
}

async function measure(
  bench: Bench,
  deployment: Deployment,
  { hot, file }: { hot: boolean; file: string },
): Promise<Row> {
  const { stack } = bench
  await asSuperuser(stack.postgres, `drop database if exists ${DATABASE} with (force)`)
  await stack.postgres.createDatabase(DATABASE)
  const url = stack.postgres.ownerUrl(DATABASE)
  await install(url, file)
  const accounts = await createAccounts(url, hot ? 1 : MERCHANTS)
  const stats = await measureCalls(deployment, { url, seconds: bench.seconds }, transferOf(accounts))
  await asSuperuser(stack.postgres, `drop database ${DATABASE} with (force)`)
  const ours = bench.measured.find(({ name }) => name === (hot ? 'pay-hot' : 'pay'))?.rate
  const bounds = hot ? { must: '>= 4', strive: '>= 6' } : { strive: '>= 1' }
  const goal = ours ? { measure: ours / stats.rate, unit: 'x pgledger', ...bounds } : {}
  const note =
    'SQL only, three transfers per call, no HTTP, charge or event; measure: our pay rate over its rate'
  return row({ name: hot ? 'pgledger-hot' : 'pgledger', ...stats, ...goal, note })
}

/** Measures pgledger in the same run. Requires `--pgledger`. */
export const peersCase: Case = {
  name: 'peers',
  run(bench) {
    const { pgledger: file } = bench
    if (file === undefined) throw new Error('bench: the case peers requires --pgledger PATH')
    return withFreshDeployment(bench, { name: 'peers', roles: [], merchants: 0 }, async (deployment) => [
      await measure(bench, deployment, { hot: false, file }),
      await measure(bench, deployment, { hot: true, file }),
    ])
  },
}
