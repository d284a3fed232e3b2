import { beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { releaseReserves } from './release-reserves.ts'
import { readReserveSchedule } from './reserve-releases.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ZONE = 'America/Sao_Paulo'
const RESERVE_DAYS = 30

const { world, testConsole } = await startConsole({
  terms: { feePercentBps: 0, reserveBps: 1_000, reserveDays: RESERVE_DAYS, settlementDelayDays: 0 },
})
/** The times of the payments: two on the first day, one on each of the next two days. */
const paidAt: Date[] = []

beforeAll(async () => {
  // Advance the clock to noon in São Paulo, so that no payment crosses midnight.
  const now = world.clock.now().getTime()
  world.clock.advance(Math.ceil(now / DAY_MS) * DAY_MS + 15 * HOUR_MS - now)
  for (const amount_cents of [10_000, 20_000]) await aPaidCharge(world, { amount_cents })
  paidAt.push(world.clock.now())
  for (const amount_cents of [30_000, 40_000]) {
    world.clock.advance(DAY_MS)
    await aPaidCharge(world, { amount_cents })
    paidAt.push(world.clock.now())
  }
  await settleEverything(world)
})

/** Returns the local day on which the reserve of the n-th day is released. */
const releaseDay = (n: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format(
    plusMs(paidAt[n] ?? new Date(0), RESERVE_DAYS * DAY_MS),
  )

const read = (limits?: { days: number; charges: number }) =>
  readReserveSchedule(world.context(), { merchantId: world.merchantId, zone: ZONE }, limits)

test('the schedule has each day of release with its amount and number of charges, earliest first', async () => {
  const finance = await testConsole.signedIn('finance')
  const { data, errors } = await finance.send(
    `query ($m: Uuid!) { reserveSchedule(merchantId: $m, zone: "${ZONE}") {
      releases { day amountCents chargesCount } laterFrom laterCents } }`,
    { m: world.merchantId },
  )
  expect(errors).toEqual([])
  expect(data).toEqual({
    reserveSchedule: {
      releases: [
        { day: releaseDay(0), amountCents: '3000', chargesCount: 2 },
        { day: releaseDay(1), amountCents: '3000', chargesCount: 1 },
        { day: releaseDay(2), amountCents: '4000', chargesCount: 1 },
      ],
      laterFrom: null,
      laterCents: '0',
    },
  })
})

test('days beyond the limit are one amount, so that all amounts sum to the reserve', async () => {
  expect(await read({ days: 1, charges: 10 })).toMatchObject({
    releases: [{ day: releaseDay(0), amountCents: 3_000n }],
    laterFrom: releaseDay(1),
    laterCents: 7_000n,
  })
})

test('a day of which only a part was read is not listed, but its amount is in the later amount', async () => {
  expect(await read({ days: 7, charges: 2 })).toMatchObject({
    releases: [{ day: releaseDay(0), amountCents: 3_000n, chargesCount: 2 }],
    laterFrom: releaseDay(1),
    laterCents: 7_000n,
  })
  expect(await read({ days: 7, charges: 1 })).toMatchObject({
    releases: [],
    laterFrom: releaseDay(0),
    laterCents: 10_000n,
  })
})

test('the charges of other merchants count for the number of charges read, but not for the amounts', async () => {
  const { rest } = await world.anotherMerchant({ reserveBps: 1_000, reserveDays: 1 })
  const { network } = world
  await aPaidCharge({ rest, network, settleInbox: () => world.settleInbox() }, { amount_cents: 50_000 })
  expect(await read({ days: 7, charges: 3 })).toMatchObject({
    releases: [{ day: releaseDay(0), amountCents: 3_000n, chargesCount: 2 }],
    laterFrom: releaseDay(1),
    laterCents: 7_000n,
  })
})

test('a released reserve is no longer in the schedule', async () => {
  world.clock.advance((RESERVE_DAYS - 2) * DAY_MS + HOUR_MS)
  expect(await releaseReserves(world.context(), 10)).toBe(3)
  expect((await read()).releases.map(({ day }) => day)).toEqual([releaseDay(1), releaseDay(2)])
})

test('an unknown time zone is refused', async () => {
  await expect(
    readReserveSchedule(world.context(), { merchantId: world.merchantId, zone: '-03:00' }),
  ).rejects.toMatchObject({ code: 'validation_error' })
})
