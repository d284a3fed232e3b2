import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction, type Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { World } from '../../testing/world.ts'
import { listDeliveries, type DeliveryFilter } from '../deliveries/delivery.queries.ts'

const DELIVERIES = 60_000
const PAGE = 50
const START = Date.parse('2026-01-01T00:00:00Z')

/**
 * SQL that inserts deliveries one second apart, half of them failed. Rare filters match only the oldest rows, so a scan
 * from the newest row would read the whole table.
 */
const FILL = `
  insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
    attempts, scheduled_attempts, last_error, finished_at, created_at)
  select gen_random_uuid(), $1, $1, 'evt_' || lpad(n::text, 26, '0'),
    case when n = 20 then 'dispute.opened' when n % 2 = 0 then 'charge.issued' else 'charge.paid' end, at,
    case when n = 30 then 'skipped' when n % 4 < 2 then 'succeeded' else 'failed' end, 'auto', 1, 1,
    case when n in (42, 43) then 'tls_error' when n % 4 >= 2 then 'http_5xx' end, at, at
  from generate_series(1, $2::integer) n cross join lateral (select $3::timestamptz + n * interval '1 second' as at) as t`

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  await owner.query(FILL, [world.merchantId, DELIVERIES, new Date(START)])
  await owner.query('vacuum analyze webhook_delivery')
  await owner.end()
})
afterAll(() => world.stop())

/** Returns the number of deliveries on the first page and the number of table rows that were read for it. */
function costOf(filter: DeliveryFilter): Promise<{ shown: number; read: number }> {
  return transaction(world.context(), async (tx) => {
    const before = await rowsRead(tx)
    const ofEndpoint = { endpointId: world.merchantId, ...filter }
    const { items } = await listDeliveries(tx, world.merchantId, ofEndpoint, { limit: PAGE })
    return { shown: items.length, read: (await rowsRead(tx)) - before }
  })
}

/** Returns how many rows of the delivery table this transaction has read. */
async function rowsRead(tx: Tx): Promise<number> {
  const [counted] = await sql<{ read: bigint }>(
    tx,
    `select pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid) as read
     from pg_class where relname = 'webhook_delivery'`,
  )
  return Number(counted?.read)
}

const early = { createdFrom: new Date(START), createdTo: new Date(START + 1_000_000) }

test.each<[string, DeliveryFilter, number]>([
  ['no filter', {}, PAGE],
  ['a status', { status: ['failed'] }, PAGE],
  ['a rare status', { status: ['skipped'] }, 1],
  ['a common error', { errorClass: 'http_5xx' }, PAGE],
  ['a rare error', { errorClass: 'tls_error' }, 2],
  ['an error without a match', { errorClass: 'dns_error' }, 0],
  ['a rare error and a status', { errorClass: 'tls_error', status: ['failed'] }, 2],
  ['a period', early, PAGE],
  ['a common error and a period', { errorClass: 'http_5xx', ...early }, PAGE],
  ['a rare error and a period', { errorClass: 'tls_error', ...early }, 2],
  ['a rare event type', { eventType: 'dispute.opened' }, 1],
  ['an event type and a status without a match', { eventType: 'payout.paid', status: ['failed'] }, 0],
])('a page of deliveries with %s reads at most four times the rows of a page', async (_, filter, shown) => {
  const cost = await costOf(filter)
  expect(cost.shown).toBe(shown)
  expect(cost.read).toBeLessThanOrEqual(4 * (PAGE + 1))
})
