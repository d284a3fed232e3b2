import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, explainOnly, type PlanNode } from '../../testing/suites/explain.ts'
import { World } from '../../testing/world.ts'
import { selectEvents, type EventConditions } from './select-events.ts'

const EVENTS = 60_000
const PAGE = 51
/**
 * The maximum number of database blocks (8 KiB) that a page of the list may read: for the rows, their index entries,
 * and the index entries of their deliveries.
 */
const BLOCKS_MAX = 600
const START = Date.parse('2026-01-01T00:00:00Z')

/**
 * SQL that inserts events one second apart. One of a hundred events has a failed delivery, and another one has no
 * delivery. In a long series of events in the middle, all deliveries failed, as in an outage of the receiver.
 */
const FILL = `
  with event as (
    insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id,
      has_deliveries, created_at)
    select 'evt_' || lpad(n::text, 26, '0'), $1, 'production', 'charge.paid', 'v1', '{}', 'charge', n::text,
      n % 100 <> 7, $3::timestamptz + n * interval '1 second'
    from generate_series(1, $2::integer) n returning id, has_deliveries, created_at, source_id::integer as n)
  insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
    attempts, scheduled_attempts, finished_at, created_at)
  select gen_random_uuid(), $1, $1, id, 'charge.paid', created_at,
    case when n % 100 = 3 or n between 30000 and 31000 then 'failed' else 'succeeded' end, 'auto', 1, 1, created_at,
    created_at
  from event where has_deliveries`

const isUndelivered = (n: number): boolean => n % 100 === 3 || n % 100 === 7 || (n >= 30_000 && n <= 31_000)

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.ownerUrl })
  await owner.connect()
  await owner.query(FILL, [world.merchantId, EVENTS, new Date(START)])
  await owner.query('vacuum analyze webhook_event, webhook_delivery')
  await owner.end()
})
afterAll(() => world.stop())

const conditions = (row: number, delivered: boolean | undefined): EventConditions => ({
  merchantId: world.merchantId,
  delivered,
  after: { at: new Date(START + (EVENTS - row) * 1_000), id: 'evt_~' },
  limit: PAGE,
})

async function planOf(given: EventConditions): Promise<PlanNode> {
  const plans: PlanNode[] = []
  await selectEvents(explainOnly(world.context(), plans), given)
  const [plan] = plans
  if (!plan) throw new Error('expected the query plan of selectEvents, got none')
  return plan
}

describe.each([
  ['all events', undefined],
  ['delivered events', true],
  ['undelivered events', false],
])('the list of %s', (_, delivered) => {
  test.each([100, 20_000, 50_000])(
    `a page that starts at row %i reads fewer than ${BLOCKS_MAX} blocks`,
    async (row) => {
      const plan = await planOf(conditions(row, delivered))
      expect(plan['Actual Rows']).toBe(PAGE)
      expect(blocksOf(plan)).toBeLessThan(BLOCKS_MAX)
    },
  )
})

test('the lists of delivered and of undelivered events together contain each event once and in order', async () => {
  const all = { limit: EVENTS, after: undefined }
  const numbers = async (delivered: boolean) =>
    (await selectEvents(world.context(), { ...conditions(0, delivered), ...all })).map((row) =>
      Number(row.source_id),
    )
  const [yes, no] = [await numbers(true), await numbers(false)]
  const expected = Array.from({ length: EVENTS }, (_, at) => EVENTS - at)
  expect(no).toEqual(expected.filter(isUndelivered))
  expect(yes).toEqual(expected.filter((n) => !isUndelivered(n)))
})
