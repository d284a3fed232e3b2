import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { TestConsole, type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { listPositionsOfAll } from './positions-at.ts'

const DAY_MS = 86_400_000
const ZONE = 'America/Sao_Paulo'
const FIELDS =
  'pendingCents availableCents contractReserveCents blockedCents payoutReservedCents receivableCents totalCents asOf'

let world: World
let testConsole: TestConsole
let finance: ConsoleClient
const moments: Date[] = []
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 100, reserveBps: 1_000, reserveDays: 30 } })
  // Advance the clock to noon in São Paulo, so that no test crosses midnight.
  world.clock.advance(plusMs(noonAfter(world.clock.now()), -world.clock.now().getTime()).getTime())
  testConsole = await TestConsole.start(world.kit)
  finance = await testConsole.signedIn('finance')
  moments.push(world.clock.now())
  await aPaidCharge(world, { amount_cents: 10_000 })
  moments.push(world.clock.now())
  world.clock.advance(DAY_MS)
  await settleEverything(world)
  moments.push(world.clock.now())
  world.clock.advance(DAY_MS)
  const paidAt = world.clock.now()
  await recordPayout(world.context(), world.merchantId, { amountCents: 900n, externalReference: 'T', paidAt })
  moments.push(world.clock.now())
  world.clock.advance(2 * DAY_MS)
  finance = await testConsole.signedIn('finance')
})
afterAll(async () => {
  await testConsole.stop()
  await world.stop()
})

/** Returns noon of the next day in São Paulo. */
function noonAfter(now: Date): Date {
  const day = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + DAY_MS)
  return plusMs(day, 15 * 3_600_000)
}

const at = async (asOf: Date) => {
  const { data, errors } = await finance.send<{ balanceAt: Record<string, string> }>(
    `query ($m: Uuid!, $t: DateTime!) { balanceAt(merchantId: $m, asOf: $t) { ${FIELDS} } }`,
    { m: world.merchantId, t: asOf },
  )
  expect(errors).toEqual([])
  return data?.balanceAt
}

const history = (from: Date, to: Date, zone: string) =>
  finance.send<{ balanceHistory: ({ day: string } & Record<string, string>)[] }>(
    `query ($m: Uuid!, $f: DateTime!, $t: DateTime!, $z: String!) {
      balanceHistory(merchantId: $m, from: $f, to: $t, zone: $z) { day ${FIELDS} } }`,
    { m: world.merchantId, f: from, t: to, z: zone },
  )

const localDay = (moment: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(moment)

test('the positions at a past moment equal the positions that the balance showed at that moment', async () => {
  const [before = new Date(0), paid = new Date(0), settled = new Date(0), paidOut = new Date(0)] = moments
  expect(await at(plusMs(before, -1))).toMatchObject({ pendingCents: '0', totalCents: '0' })
  expect(await at(paid)).toMatchObject({
    pendingCents: '8910',
    contractReserveCents: '990',
    totalCents: '9900',
  })
  expect(await at(settled)).toMatchObject({ pendingCents: '0', availableCents: '8910', totalCents: '9900' })
  expect(await at(paidOut)).toMatchObject({ availableCents: '8010', totalCents: '9000' })
  expect(await at(plusMs(paidOut, -60_000))).toMatchObject({ availableCents: '8910' })
})

test('listPositionsOfAll returns one sum for a moment that the caller gives twice', async () => {
  const now = world.clock.now()
  const once = await listPositionsOfAll(world.context(), [now])
  expect(once[0]?.totalCents).not.toBe(0n)
  expect(await listPositionsOfAll(world.context(), [now, now])).toEqual(once)
})

test('the current positions equal the balance, for one merchant and for all merchants together', async () => {
  const now = world.clock.now()
  const { data } = await finance.send<{ balance: Record<string, string> }>(
    `{ balance(merchantId: "${world.merchantId}") { pendingCents availableCents totalCents } }`,
  )
  expect(await at(now)).toMatchObject(data?.balance ?? {})
  const [all] = await listPositionsOfAll(world.context(), [now])
  const [sum] = await sql<{ cents: bigint }>(
    world.context(),
    'select sum(balance_cents)::bigint as cents from ledger_account where position is not null',
  )
  expect(all?.totalCents).toBe(sum?.cents)
})

test.each([ZONE, 'UTC', 'Pacific/Kiritimati'])(
  'the balance history in the time zone %s has one point for each day up to today',
  async (zone) => {
    world.clock.stop()
    const [from = new Date(0)] = moments
    const { data, errors } = await history(from, plusMs(world.clock.now(), 30 * DAY_MS), zone)
    expect(errors).toEqual([])
    const days = data?.balanceHistory ?? []
    expect(days.map(({ day }) => day)).toEqual(
      [0, 1, 2, 3, 4].map((n) => localDay(plusMs(from, n * DAY_MS), zone)),
    )
    expect(days.map(({ totalCents }) => totalCents)).toEqual(['9900', '9900', '9000', '9000', '9000'])
    expect(days.map(({ availableCents }) => availableCents)).toEqual(['0', '8910', '8010', '8010', '8010'])
    expect(days.at(-1)?.['asOf']).toBe(world.clock.now().toISOString())
  },
)

test('a day ends at midnight of the time zone, even if daylight saving time starts then', async () => {
  const { data } = await history(new Date('2018-11-03T12:00:00Z'), new Date('2018-11-05T12:00:00Z'), ZONE)
  expect(data?.balanceHistory.map(({ day, asOf }) => [day, asOf])).toEqual([
    ['2018-11-03', '2018-11-04T03:00:00.000Z'],
    ['2018-11-04', '2018-11-05T02:00:00.000Z'],
    ['2018-11-05', '2018-11-06T02:00:00.000Z'],
  ])
})

test('a period that is too long, reversed or in an unknown zone is refused, and the error names the field', async () => {
  const now = world.clock.now()
  const fields = async (from: Date, zone = ZONE) =>
    (await history(from, now, zone)).errors[0]?.extensions.fields
  expect(await fields(plusMs(now, -367 * DAY_MS))).toEqual([{ path: 'to', code: 'out_of_range' }])
  expect(await fields(plusMs(now, 1))).toEqual([{ path: 'to', code: 'out_of_range' }])
  expect(await fields(plusMs(now, -DAY_MS), '-03:00')).toEqual([{ path: 'zone', code: 'not_allowed' }])
  expect((await history(plusMs(now, -366 * DAY_MS), now, ZONE)).data?.balanceHistory).toHaveLength(366)
})

test('a query for the positions of an unknown merchant fails with account_not_found', async () => {
  const { errors } = await finance.send(
    `{ balanceAt(merchantId: "01890000-0000-7000-8000-00000000000f", asOf: "2026-01-01T00:00:00Z") { asOf } }`,
  )
  expect(errors[0]?.extensions.reason).toBe('account_not_found')
})
