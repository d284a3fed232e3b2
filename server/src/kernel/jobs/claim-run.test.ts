import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../clock.ts'
import { sql } from '../database/sql.ts'
import { eventually } from '../../testing/eventually.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { World } from '../../testing/world.ts'
import { CLAIM_LEASE_MS, runClaimed } from './claim-run.ts'

const HOUR_MS = 3_600_000

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const hourly = { nextRunAt: (now: Date) => plusMs(now, HOUR_MS), retryMs: 60_000 }
const dueAt = async (name: string) => {
  const [row] = await sql<{ at: Date }>(
    world.context(),
    'select next_run_at as at from job_schedule where name = $1',
    [name],
  )
  return row?.at
}

/** Work that runs until `finish` is called. */
function unfinished() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, finish: () => resolve('done') }
}

test('one of several processes gets a run, and the next run is due after the interval', async () => {
  world.clock.stop()
  const run = () => runClaimed(world.context(), 'interval', hourly, () => Promise.resolve('done'))
  expect((await Promise.all([run(), run(), run()])).toSorted()).toEqual(['done', undefined, undefined])
  expect(await dueAt('interval')).toEqual(plusMs(world.clock.now(), HOUR_MS))
  world.clock.advance(HOUR_MS)
  expect(await run()).toBe('done')
})

test('a failed run is due again after the retry delay', async () => {
  const failing = runClaimed(world.context(), 'failing', hourly, () => Promise.reject(new Error('example')))
  await expect(failing).rejects.toThrow('example')
  expect(await dueAt('failing')).toEqual(plusMs(world.clock.now(), 60_000))
})

test('a run that ends after the abort of its context is due again immediately', async () => {
  const stop = new AbortController()
  stop.abort()
  await runClaimed({ ...world.context(), signal: stop.signal }, 'stopped', hourly, () => Promise.resolve())
  expect(await dueAt('stopped')).toEqual(world.clock.now())
})

test('another process takes over a run after the lease of its owner has expired; if the owner ends later, the schedule does not change', async () => {
  const dead = unfinished()
  const first = runClaimed(world.context(), 'taken', hourly, dead.work)
  await eventually(async () => expect(await dueAt('taken')).toBeDefined())
  world.clock.advance(CLAIM_LEASE_MS - 1)
  expect(await runClaimed(world.context(), 'taken', hourly, () => Promise.resolve('early'))).toBeUndefined()
  world.clock.advance(1)
  const next = unfinished()
  const second = runClaimed(world.context(), 'taken', hourly, next.work)
  const leaseUntil = plusMs(world.clock.now(), CLAIM_LEASE_MS)
  await eventually(async () => expect(await dueAt('taken')).toEqual(leaseUntil))
  dead.finish()
  await first
  expect(await dueAt('taken')).toEqual(leaseUntil)
  next.finish()
  await second
  expect(await dueAt('taken')).toEqual(plusMs(world.clock.now(), HOUR_MS))
})

/** A test clock whose pauses end immediately. */
class ImpatientClock extends TestClock {
  override sleep(_ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(1, signal)
  }
}

test('a claim is renewed while its run lasts; when another process has the claim, the run is aborted', async () => {
  const clock = new ImpatientClock()
  clock.stop()
  const running = unfinished()
  const seen: { signal?: AbortSignal } = {}
  const run = runClaimed({ ...world.context(), clock }, 'renewed', hourly, (ctx) => {
    seen.signal = ctx.signal
    return running.work()
  })
  await eventually(async () => expect(await dueAt('renewed')).toBeDefined())
  clock.advance(CLAIM_LEASE_MS - 1)
  await eventually(async () => expect(await dueAt('renewed')).toEqual(plusMs(clock.now(), CLAIM_LEASE_MS)))
  expect(seen.signal?.aborted).toBe(false)
  await sql(world.context(), `update job_schedule set last_claimed_at = $1 where name = 'renewed'`, [
    plusMs(clock.now(), 1),
  ])
  await eventually(() => expect(seen.signal?.aborted).toBe(true))
  running.finish()
  await run
  expect(await dueAt('renewed')).toEqual(plusMs(clock.now(), CLAIM_LEASE_MS))
})
