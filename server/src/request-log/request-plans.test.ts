import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs, systemClock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { blocksOf, capturePlans, type PlanNode } from '../testing/suites/explain.ts'
import { World } from '../testing/world.ts'
import { countFailures, listRequests } from './request.queries.ts'

/** The number of successful calls, which fill more than 300 pages. */
const CALLS = 20_000
const FAILED = 20
/** The maximum number of pages that an SQL statement may read. Each of about 11 partitions costs a few pages. */
const PAGES_MAX = 100
const DAY_MS = 86_400_000

const FILL = `
  insert into request_log (started_at, correlation_id, merchant_id, api_key_id, method, route, query_names, status, code,
    duration_ms, fields)
  select now() - n * interval '1 second', gen_random_uuid(), $1, gen_random_uuid(), 'GET', '/v1/balance', '{}',
    case when $2::text is null then 200 else 422 end, $2, 1, '[]'
  from generate_series(1, $3::integer) n`

let world: World
beforeAll(async () => {
  world = await World.start()
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query(FILL, [world.merchantId, null, CALLS])
  await owner.query(FILL, [world.merchantId, 'validation_error', FAILED])
  await owner.query('analyze request_log')
  await owner.end()
})
afterAll(() => world.stop())

async function pagesReadBy(work: (ctx: Context) => Promise<unknown>): Promise<number> {
  const plans: PlanNode[] = []
  await work(capturePlans(world.context(), plans))
  expect(plans.length).toBeGreaterThan(0)
  return Math.max(...plans.map(blocksOf))
}

test.each<[string, () => string | undefined]>([
  ['all merchants', () => undefined],
  ['a merchant', () => world.merchantId],
])(
  'the lists and counts of the failed calls of %s read few pages, however many calls succeeded',
  async (_, merchantOf) => {
    const merchantId = merchantOf()
    const list = (ctx: Context) => listRequests(ctx, { merchantId, failed: true }, { limit: 50 })
    expect((await list(world.context())).items).toHaveLength(FAILED)
    expect(await pagesReadBy(list)).toBeLessThanOrEqual(PAGES_MAX)

    const from = plusMs(systemClock.now(), -DAY_MS)
    const count = (ctx: Context) => countFailures(ctx, { merchantId, from, most: 1_000 })
    expect(await count(world.context())).toMatchObject([{ code: 'validation_error', count: FAILED }])
    expect(await pagesReadBy(count)).toBeLessThanOrEqual(PAGES_MAX)
  },
)
