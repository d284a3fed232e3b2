import { sql as fragment } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
import { World } from '../../testing/world.ts'
import { eachDueRow, eachMerchant, MERCHANT_ROWS_MAX, runnable, type FindParameters } from './each-due.ts'
import type { DueRow } from './job-failure.ts'
import { transaction } from '../context.ts'
import { lockName } from '../database/advisory-lock.ts'
import { sql } from '../database/sql.ts'
import { db } from '../database/tables.ts'

const JOB = 'example'
const captured = captureLog('error')

let world: World
let merchantIds: [string, string]
beforeAll(async () => {
  world = await World.start({ log: captured.log })
  merchantIds = [world.merchantId, (await world.anotherMerchant()).merchantId]
})
afterAll(() => world.stop())
beforeEach(async () => {
  captured.lines.length = 0
  await sql(world.context(), 'delete from job_failure')
})

/** Due rows in order. A test removes a row when its work is done. */
class Queue {
  readonly rows: DueRow[] = []

  add(merchantId: string, count: number): DueRow[] {
    const now = world.clock.now()
    const added = Array.from({ length: count }, () => ({ merchantId, id: world.kit.ids.uuid(now) }))
    this.rows.push(...added)
    return added
  }

  due(limit: number) {
    const find = (first: FindParameters) => findDue(first, this.rows)
    return { job: JOB, limit, find }
  }

  finish(ids: readonly string[]): void {
    for (const id of ids)
      this.rows.splice(
        this.rows.findIndex((row) => row.id === id),
        1,
      )
  }
}

function findDue(first: FindParameters, rows: readonly DueRow[]): Promise<DueRow[]> {
  const [, limit] = first
  const merchants = rows.map(({ merchantId }) => merchantId)
  const ids = rows.map(({ id }) => id)
  const given = fragment<{
    merchant_id: string
    id: string
    n: bigint
  }>`unnest(${merchants}::uuid[], ${ids}::uuid[]) with ordinality`
  return db(world.context())
    .selectFrom(given.as<'given'>(fragment`given (merchant_id, id, n)`))
    .select(['merchant_id as merchantId', 'id'])
    .where(runnable(world.context(), JOB, first, { merchantId: 'given.merchant_id', id: 'given.id' }))
    .orderBy('n')
    .limit(limit)
    .execute()
}

const failures = () =>
  sql<{ subject_id: string; failures_count: number; last_error: string }>(
    world.context(),
    'select subject_id, failures_count, last_error from job_failure order by subject_id',
  )

/** Runs the job over the rows of the queue. Rows whose id is in `broken` fail. Adds the size of each call to `sizes`. */
const run = (queue: Queue, limit: number, broken: readonly string[], sizes: number[] = []) =>
  eachMerchant(world.context(), queue.due(limit), (_ctx, _merchantId, ids) => {
    sizes.push(ids.length)
    if (ids.some((id) => broken.includes(id))) return Promise.reject(new RangeError('broken'))
    queue.finish(ids)
    return Promise.resolve()
  })

test('only the failed row is postponed, while other rows of its merchant, including new rows, are processed', async () => {
  const queue = new Queue()
  const [broken] = queue.add(merchantIds[0], 3)
  const bad = [broken?.id ?? '']
  expect(await run(queue, 10, bad)).toBe(2)
  expect(await failures()).toEqual([{ subject_id: broken?.id, failures_count: 1, last_error: 'RangeError' }])
  queue.add(merchantIds[0], 2)
  expect(await run(queue, 1, bad)).toBe(1)
  expect(await run(queue, 10, bad)).toBe(1)
  expect(queue.rows).toEqual([broken])
  expect(captured.errors()).toHaveLength(1)
})

test('a merchant with many failed rows and no processed row is postponed, with a backoff that doubles up to 5 minutes', async () => {
  const queue = new Queue()
  const bad = queue.add(merchantIds[0], 4).map((row) => row.id)
  for (const [n, waitMs] of [2_000, 4_000, 8_000, 16_000].entries()) {
    expect(await run(queue, 4, bad)).toBe(0)
    expect(await failures()).toMatchObject([{ subject_id: merchantIds[0], failures_count: n + 1 }])
    captured.lines.length = 0
    world.clock.advance(waitMs - 1_000)
    await run(queue, 4, bad)
    expect(captured.errors()).toEqual([])
    world.clock.advance(1_000)
  }
  for (let n = 0; n < 8; n++) {
    await run(queue, 4, bad)
    world.clock.advance(300_000)
  }
  captured.lines.length = 0
  expect(await run(queue, 4, bad)).toBe(0)
  expect(captured.errors()).toMatchObject([{ job: JOB, merchant_id: merchantIds[0], failed_count: 4 }])
})

test('an hour without a failure resets the backoff of a row, and old failures are deleted', async () => {
  const queue = new Queue()
  const bad = queue.add(merchantIds[0], 1).map((row) => row.id)
  for (let n = 0; n < 4; n++) {
    await run(queue, 4, bad)
    world.clock.advance(60_000)
  }
  expect(await failures()).toMatchObject([{ failures_count: 4 }])
  world.clock.advance(3_600_000)
  await run(queue, 4, bad)
  expect(await failures()).toMatchObject([{ failures_count: 1 }])
  world.clock.advance(2 * 86_400_000)
  const other = queue.add(merchantIds[1], 1).map((row) => row.id)
  queue.finish(bad)
  await run(queue, 4, other)
  expect(await failures()).toMatchObject([{ subject_id: other[0] }])
})

test('a row whose work cannot reach the network is postponed without an error, and three such rows end the run', async () => {
  const queue = new Queue()
  const rows = queue.add(merchantIds[0], 6)
  const processed: string[] = []
  const runWith = (isReachable: boolean) =>
    eachDueRow(world.context(), queue.due(6), (row) => {
      processed.push(row.id)
      if (isReachable) queue.finish([row.id])
      return Promise.resolve(isReachable ? undefined : 'unavailable')
    })
  expect(await runWith(false)).toBe(0)
  expect(processed).toEqual(rows.slice(0, 3).map((row) => row.id))
  expect(captured.errors()).toEqual([])
  expect(await runWith(true)).toBe(3)
  expect(processed.slice(3)).toEqual(rows.slice(3).map((row) => row.id))
  world.clock.advance(3_000)
  expect(await runWith(true)).toBe(3)
  expect(queue.rows).toEqual([])
})

test('eachDueRow processes rows concurrently up to the limit, each exactly once', async () => {
  const queue = new Queue()
  const rows = queue.add(merchantIds[0], 9)
  const seen: string[] = []
  let running = 0
  let most = 0
  const count = await eachDueRow(world.context(), { ...queue.due(9), concurrencyMax: 3 }, async (row) => {
    running += 1
    most = Math.max(most, running)
    await sql(world.context(), 'select pg_sleep(0.01)')
    running -= 1
    seen.push(row.id)
  })
  expect(count).toBe(9)
  expect(most).toBe(3)
  expect(seen.toSorted()).toEqual(rows.map((row) => row.id).toSorted())
})

/** Takes the lock of a merchant until the returned function is called. */
async function lockMerchant(merchantId: string): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>()
  const unlocked = Promise.withResolvers<void>()
  const holding = transaction(world.context(), async (tx) => {
    await lockName(tx, merchantId)
    locked.resolve()
    await unlocked.promise
  })
  await locked.promise
  return () => {
    unlocked.resolve()
    return holding
  }
}

test.each(['eachMerchant', 'eachDueRow'])(
  '%s waits once for a locked merchant, postpones all its rows, and processes the other merchants',
  async (name) => {
    const queue = new Queue()
    const locked = queue.add(merchantIds[0], 3)
    const free = queue.add(merchantIds[1], 2)
    const unlock = await lockMerchant(merchantIds[0])
    const tried: string[] = []
    const work = (merchantId: string, ids: string[]) =>
      transaction(world.context(), async (tx) => {
        tried.push(merchantId)
        await sql(tx, "set local lock_timeout = '10ms'")
        await lockName(tx, merchantId)
        queue.finish(ids)
      })
    const runWork = () =>
      name === 'eachMerchant'
        ? eachMerchant(world.context(), queue.due(10), (_ctx, merchantId, ids) => work(merchantId, ids))
        : eachDueRow(world.context(), queue.due(10), ({ merchantId, id }) => work(merchantId, [id]))
    expect(await runWork()).toBe(free.length)
    expect(tried.filter((id) => id === merchantIds[0])).toHaveLength(1)
    expect(await failures()).toEqual([{ subject_id: merchantIds[0], failures_count: 1, last_error: '55P03' }])
    await unlock()
    world.clock.advance(3_000)
    expect(await runWork()).toBe(locked.length)
  },
)

test.each(['eachMerchant', 'eachDueRow'])(
  '%s processes no further row after its context is aborted, and records no failure',
  async (name) => {
    const queue = new Queue()
    queue.add(merchantIds[0], 2)
    queue.add(merchantIds[1], 2)
    const stop = new AbortController()
    const ctx = { ...world.context(), signal: stop.signal }
    let calls = 0
    const work = () => {
      calls += 1
      stop.abort()
      return Promise.reject(new Error('cancelled'))
    }
    const count =
      name === 'eachMerchant'
        ? await eachMerchant(ctx, queue.due(4), work)
        : await eachDueRow(ctx, queue.due(4), work)
    expect([count, calls]).toEqual([0, 1])
    expect(await failures()).toEqual([])
  },
)

test('eachMerchant processes the rows of a merchant in parts, and after a part failed, processes only the rows of that part again', async () => {
  const queue = new Queue()
  const [broken, ...others] = queue.add(merchantIds[0], MERCHANT_ROWS_MAX + 50)
  const sizes: number[] = []
  expect(await run(queue, 1_000, [broken?.id ?? ''], sizes)).toBe(others.length)
  expect(sizes).toEqual([MERCHANT_ROWS_MAX, 50, ...Array.from({ length: MERCHANT_ROWS_MAX }, () => 1)])
  expect(queue.rows).toEqual([broken])
})
