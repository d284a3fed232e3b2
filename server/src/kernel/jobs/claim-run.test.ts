import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../clock.ts'
import { sql } from '../database/sql.ts'
import { makeLog } from '../log.ts'
import { openKit, type Kit } from '../../kit.ts'
import { eventually } from '../../testing/eventually.ts'
import { DatabaseProxy } from '../../testing/fakes/database-proxy.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { World } from '../../testing/world.ts'
import { withDeadline } from '../pool/work-limits.ts'
import { CLAIM_LEASE_MS, runClaimed } from './claim-run.ts'

const HOUR_MS = 3_600_000
/** A time longer than the time limit of a renewal. */
const LONG_MS = 10_000

let world: World
let proxy: DatabaseProxy
/** The kit of another process, whose database connections lead through the proxy. */
let other: Kit
beforeAll(async () => {
  world = await World.start()
  proxy = await DatabaseProxy.start(world.database.url)
  const { config, secrets, clock } = world.kit
  const { pix } = world
  const databaseUrl = proxy.through(secrets.databaseUrl)
  other = await openKit(config, { ...secrets, databaseUrl }, { clock, pix, log: makeLog('silent') })
})
afterEach(() => proxy.passAnswers())
afterAll(async () => {
  await other.close()
  await proxy.stop()
  await world.stop()
})

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

test('only one of several processes claims the run of a job, and the next run is due after the interval', async () => {
  world.clock.stop()
  const run = () => runClaimed(world.context(), 'interval', hourly, () => Promise.resolve('done'))
  expect((await Promise.all([run(), run(), run()])).toSorted()).toEqual(['done', undefined, undefined])
  expect(await dueAt('interval')).toEqual(plusMs(world.clock.now(), HOUR_MS))
  world.clock.advance(HOUR_MS)
  expect(await run()).toBe('done')
})

test('a job whose run failed is due again after the retry delay', async () => {
  const failing = runClaimed(world.context(), 'failing', hourly, () => Promise.reject(new Error('example')))
  await expect(failing).rejects.toThrow('example')
  expect(await dueAt('failing')).toEqual(plusMs(world.clock.now(), 60_000))
})

test('a job whose run was aborted is due again immediately', async () => {
  const stop = new AbortController()
  stop.abort()
  await runClaimed({ ...world.context(), signal: stop.signal }, 'stopped', hourly, () => Promise.resolve())
  expect(await dueAt('stopped')).toEqual(world.clock.now())
})

test('after another process has taken over an expired run, the late end of this run changes no schedule', async () => {
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

test('a claim is renewed while its run lasts, and a run is aborted when another process gets the claim', async () => {
  const clock = new ImpatientClock()
  clock.stop()
  const running = unfinished()
  const seen: { signal?: AbortSignal } = {}
  const run = runClaimed({ ...world.context(), clock }, 'renewed', hourly, (ctx) => {
    seen.signal = ctx.signal
    return running.work()
  })
  await eventually(async () => expect(await dueAt('renewed')).toBeDefined())
  clock.advance(CLAIM_LEASE_MS / 2)
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

test('a run is aborted before its lease ends when the database does not answer a renewal', async () => {
  const clock = new ImpatientClock()
  clock.stop()
  // Open idle connections first, so that neither statement below waits for a new connection.
  await Promise.all([1, 2, 3].map(() => sql(other.context('test'), 'select')))
  const running = unfinished()
  const started = Promise.withResolvers<AbortSignal>()
  const run = runClaimed({ ...other.context('test'), clock }, 'hanging', hourly, (ctx) => {
    started.resolve(ctx.signal)
    return running.work()
  })
  const signal = await started.promise
  const aborted = new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'))
  })
  proxy.holdAnswers()
  const otherStatement = withDeadline(LONG_MS, () => sql(other.context('test'), 'select')).catch(() => 'late')
  clock.advance(CLAIM_LEASE_MS - 1)
  expect(await Promise.race([aborted, otherStatement])).toBe('aborted')
  const takeOver = () =>
    runClaimed({ ...world.context(), clock }, 'hanging', hourly, async () => 'taken over')
  expect(await takeOver()).toBeUndefined()
  clock.advance(CLAIM_LEASE_MS)
  expect(await takeOver()).toBe('taken over')
  proxy.passAnswers()
  await otherStatement
  running.finish()
  await run
})

test('a process does not start a run when the database answers its claim only after the lease has ended', async () => {
  const clock = new TestClock()
  clock.stop()
  proxy.holdAnswersFrom('insert into "job_schedule"')
  let started = false
  const late = runClaimed({ ...other.context('test'), clock }, 'late', hourly, async () => {
    started = true
  })
  await eventually(async () => expect(await dueAt('late')).toEqual(plusMs(clock.now(), CLAIM_LEASE_MS)))
  clock.advance(CLAIM_LEASE_MS)
  proxy.passAnswers()
  await late
  expect(started).toBe(false)
})
