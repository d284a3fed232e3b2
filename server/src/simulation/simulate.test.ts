import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { txidOf } from '../charges/charge.entity.ts'
import { createCharge } from '../charges/issuance/create-charge.ts'
import { storePayments } from '../inbox/network-inbox.ts'
import { request } from '../testing/fakes/pix-adapter-fixture.ts'
import { cloneDatabase } from '../testing/test-database.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkReturns } from './check-returns.ts'
import { runUntilIdle, checkStep } from './checks.ts'
import { SimClock } from './sim-clock.ts'
import { SIM_ACCOUNTS } from './sim-network.ts'
import { SimWorld } from './sim-world.ts'
import { simulate } from './simulate.ts'

const STEPS = 150

test.each([11, 23, 37, 41, 59])(
  'with crashes and network faults from seed %i, no invariant of the ledger is violated',
  async (seed) => {
    const database = await cloneDatabase()
    const report = await simulate(database.url, seed, STEPS)
    await database.drop()
    expect(
      report.faults,
      `${report.failedAt ?? 'at the final check'}: npx pnpm simulate --seed ${seed} --steps ${STEPS}`,
    ).toEqual([])
    expect(report.payments).toBeGreaterThan(0)
    expect(report.crashes).toBeGreaterThan(0)
  },
)

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
  const { charge } = await world.clock.drive(
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
  await world.clock.drive(world.kit.pix.of(DEFAULT_PIX_ACCOUNT).requestReturn(returned))
  await world.advance(5_000)
  const faults = await checkReturns(world)
  await world.close()
  await database.drop()
  expect(faults).toContain(`return ${returned.id} has an id that the service does not know`)
})

test('the simulation reports a charge at two PSPs, and money that is not in the account of its PSP', async () => {
  const database = await cloneDatabase()
  const world = await SimWorld.open(database.url, 1)
  const { clock, kit, network } = world
  const txid = 'f'.repeat(32)
  const charge = { ...request, txid, amountCents: 1_000n }
  for (const account of SIM_ACCOUNTS) await clock.drive(kit.pix.of(account).issue(charge))
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
  const faults = await runUntilIdle(world, [{ name: 'restless', run: () => Promise.resolve(3) }])
  await world.close()
  await database.drop()
  expect(faults).toEqual([expect.stringMatching(/is not idle .* restless 3$/)])
})

test('the simulation is not idle after a round in which a job waited and made work for an earlier job', async () => {
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
  const faults = await runUntilIdle(world, [
    { name: 'find', run: find },
    { name: 'wait', run: wait },
  ])
  await world.close()
  await database.drop()
  expect(faults).toEqual([])
  expect(work).toBe(0)
})

test('the simulated clock does not move while the world is busy, or while no sleeper is due soon', async () => {
  const start = new Date('2026-03-02T12:00:00Z')
  for (const { isBusy, sleepMs } of [
    { isBusy: true, sleepMs: 1_000 },
    { isBusy: false, sleepMs: 86_400_000 },
  ]) {
    const work = Promise.withResolvers<void>()
    let polls = 0
    const clock = new SimClock(start, () => {
      polls += 1
      if (polls === 10) work.resolve()
      return isBusy
    })
    void clock.sleep(sleepMs)
    await clock.drive(work.promise)
    expect(clock.now()).toEqual(start)
  }
})

test('the simulated clock throws when work never ends, and when sleepers never stop sleeping', async () => {
  const clock = new SimClock(new Date('2026-03-02T12:00:00Z'))
  await expect(clock.drive(new Promise(() => undefined), 2)).rejects.toThrow('the work does not end')
  const again = (): Promise<void> => clock.sleep(0).then(again)
  void again()
  await expect(clock.advance(1_000, () => Promise.resolve())).rejects.toThrow(
    'sleepers woke while the clock advanced',
  )
})
