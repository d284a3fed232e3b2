import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { txidOf } from '../charges/charge.entity.ts'
import { createCharge } from '../charges/issuance/create-charge.ts'
import { storePayments } from '../inbox/network-inbox.ts'
import { request } from '../testing/fakes/pix-adapter-fixture.ts'
import { cloneDatabase } from '../testing/test-database.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkReturns } from './check-returns.ts'
import { runUntilIdle, checkStep } from './checks.ts'
import { SIM_ACCOUNTS } from './sim-network.ts'
import { Seed } from './seed.ts'
import { SimWorld } from './sim-world.ts'
import { simulate, type SimReport } from './simulate.ts'
import { Scheduler } from './steps/scheduler.ts'
import { SimClock, WORLD_START } from './steps/sim-clock.ts'
import { Trace } from './steps/trace.ts'
import { WorldPostgres } from './steps/world-postgres.ts'

const STEPS = 150

const SEEDS = [11, 37]

let postgres: WorldPostgres
beforeAll(async () => {
  postgres = await WorldPostgres.open()
})
afterAll(() => postgres.close())

const simulateOnce = (seed: number): Promise<SimReport> =>
  postgres.inNewDatabase((url) => simulate(url, seed, STEPS))

const digests = new Map<number, string>()

test.each(SEEDS)(
  'with crashes and network faults from seed %i, no invariant of the ledger is violated',
  async (seed) => {
    const report = await simulateOnce(seed)
    expect(
      report.faults,
      `${report.failedAt ?? 'at the final check'}: npx pnpm simulate --seed ${seed} --steps ${STEPS}`,
    ).toEqual([])
    expect(report.payments).toBeGreaterThan(0)
    expect(report.crashes).toBeGreaterThan(0)
    digests.set(seed, report.traceDigest)
  },
)

test('the same seed leads to the same trace, and every other seed to another trace', async () => {
  const { traceDigest } = await simulateOnce(SEEDS[0] ?? 0)
  const equal = Array.from(digests).filter(([, digest]) => digest === traceDigest)
  expect(equal.map(([seed]) => seed)).toEqual([SEEDS[0]])
})

test('the simulation reports a duplicate row of the inbox with its end-to-end id', async () => {
  const database = await cloneDatabase()
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('alter table network_inbox drop constraint network_inbox_once')
  await owner.end()
  const world = await SimWorld.open(database.url, 1)
  const expected = {
    endToEndId: `E${'1'.repeat(31)}`,
    amountCents: 1n,
    paidAt: world.clock.now(),
    returns: [],
  }
  for (const source of ['callback', 'sweep'] as const)
    await storePayments(world.safeContext(), [{ ...expected, txid: undefined, raw: {} }], source)
  const faults = await checkStep(world)
  await world.close()
  await database.drop()
  expect(faults).toEqual([`the inbox has pix ${expected.endToEndId} 2 times`])
})

test('the simulation reports a return whose id the service does not know', async () => {
  const database = await cloneDatabase()
  const world = await SimWorld.open(database.url, 1)
  const { charge } = await world.drive(() =>
    createCharge(world.safeContext(), world.merchantIds[0] ?? '', {
      idempotencyKey: 'chave-simulada',
      orderReference: 'pedido',
      amountCents: 1_000n,
      description: null,
      payer: { name: 'Maria', document: '12345678909', email: 'm@x.co', phone: '11987654321' },
      expiresInSeconds: 600,
      metadata: {},
    }),
  )
  const [pix] = world.network.pay({ txid: txidOf(charge.id) })
  const returned = {
    endToEndId: pix?.endToEndId ?? '',
    id: 'a'.repeat(32),
    amountCents: 400n,
    description: null,
  }
  await world.drive(() => world.kit.pix.of(DEFAULT_PIX_ACCOUNT).requestReturn(returned))
  await world.drive(() => world.clock.advance(5_000))
  const faults = await checkReturns(world)
  await world.close()
  await database.drop()
  expect(faults).toContain(`return ${returned.id} has an id that the service does not know`)
})

test('the simulation reports a charge at two PSPs, and money that is not in the clearing account of its PSP', async () => {
  const database = await cloneDatabase()
  const world = await SimWorld.open(database.url, 1)
  const { kit, network } = world
  const txid = 'f'.repeat(32)
  const charge = { ...request, txid, amountCents: 1_000n }
  for (const account of SIM_ACCOUNTS) await world.drive(() => kit.pix.of(account).issue(charge))
  network.pay({ txid, callback: 'lost' })
  const faults = [...(await checkStep(world)), ...(await checkAccounts(world))]
  await world.close()
  await database.drop()
  expect(faults).toEqual([
    `charge ${txid} is at default and second`,
    `charge ${txid} of no account is at default`,
    `charge ${txid} of no account is at second`,
    'default received 1000; recorded, into clearing, out of clearing: 0, 0, 0',
  ])
})

test('the simulation reports the name of a job that finds work in every run', async () => {
  const database = await cloneDatabase()
  const world = await SimWorld.open(database.url, 1)
  const faults = await world.drive(() =>
    runUntilIdle(world, [{ name: 'restless', run: () => Promise.resolve(3) }]),
  )
  await world.close()
  await database.drop()
  expect(faults).toEqual([expect.stringMatching(/is not idle .* restless 3$/)])
})

test('runUntilIdle continues after a round in which a job waited and created work for an earlier job', async () => {
  const database = await cloneDatabase()
  const world = await SimWorld.open(database.url, 1)
  let runs = 0
  let work = 0
  const find = (): Promise<number> => {
    const found = work
    work = 0
    return Promise.resolve(found)
  }
  const wait = async (): Promise<number> => {
    runs += 1
    if (runs !== 6) return 0
    await world.clock.sleep(1_000)
    work = 1
    return 0
  }
  const faults = await world.drive(() =>
    runUntilIdle(world, [
      { name: 'find', run: find },
      { name: 'wait', run: wait },
    ]),
  )
  await world.close()
  await database.drop()
  expect(faults).toEqual([])
  expect(work).toBe(0)
})

/** Returns a scheduler without a database. */
const schedulerOf = (clock: SimClock): Scheduler =>
  new Scheduler({ clock, seed: new Seed(1), trace: new Trace() })

const newClock = (): SimClock => new SimClock(WORLD_START, new Seed(1))

test('the simulated clock advances only when no other step can run, and only as far as the work waits', async () => {
  const clock = newClock()
  const scheduler = schedulerOf(clock)
  const course: string[] = []
  void clock.sleep(86_400_000).then(() => course.push('a day later'))
  await scheduler.drive(async () => {
    const slept = clock.sleep(1_000).then(() => course.push('a second later'))
    for (const what of ['first', 'second']) await scheduler.turn(what).then(() => course.push(what))
    await slept
  })
  expect(course).toEqual(['first', 'second', 'a second later'])
  expect(clock.now()).toEqual(new Date('2026-03-02T12:00:01Z'))
})

test('of two answers that have arrived, the scheduler first delivers the answer to the SQL statement that was sent first', async () => {
  const scheduler = schedulerOf(newClock())
  const slow = Promise.withResolvers<string>()
  scheduler.observe({ isBlocked: (pid) => Promise.resolve(pid === 1), isConnecting: () => false })
  const course: string[] = []
  const send = (pid: number, run: () => Promise<string>) =>
    scheduler
      .send({ what: `send ${pid}`, pid, run, show: (answer) => answer })
      .then((answer) => course.push(answer))
  await scheduler.drive(async () => {
    const blocked = send(1, () => slow.promise)
    await scheduler.turn('other work')
    await send(2, () => {
      slow.resolve('sent first')
      return Promise.resolve('sent second')
    })
    await blocked
  })
  expect(course).toEqual(['sent first', 'sent second'])
})

test('a simulated world ends with an error when its work never ends', async () => {
  const clock = newClock()
  const scheduler = schedulerOf(clock)
  await expect(scheduler.drive(() => new Promise(() => undefined), 10)).rejects.toThrow(
    'the work has not ended after 10 steps',
  )
  const again = (): Promise<void> => clock.sleep(0).then(again)
  await expect(scheduler.drive(again, 10)).rejects.toThrow('the work has not ended after 10 steps')
})

test('no time limit closes an idle connection of a world', async () => {
  const database = await cloneDatabase()
  const world = await SimWorld.open(database.url, 1)
  const pool = await world.kit.database.pool()
  expect(pool).toMatchObject({ totalCount: 4, options: { idleTimeoutMillis: 0 } })
  await world.close()
  await database.drop()
})

test('PostgreSQL runs with the settings that keep the order of rows in a world independent of real time', async () => {
  const rows = await postgres.inNewDatabase(async (url) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const found = await client.query<{ setting: string }>(
      `select name || ' ' || setting as setting from pg_settings where name in
         ('autovacuum', 'bgwriter_lru_maxpages', 'checkpoint_timeout', 'max_parallel_workers_per_gather',
          'synchronous_commit') order by name`,
    )
    await client.end()
    return found.rows
  })
  expect(rows.map(({ setting }) => setting)).toEqual([
    'autovacuum off',
    'bgwriter_lru_maxpages 0',
    'checkpoint_timeout 86400',
    'max_parallel_workers_per_gather 0',
    'synchronous_commit on',
  ])
})
