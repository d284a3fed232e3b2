import { beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { recordPayout } from './record-payout.ts'
import { reversePayout } from './reverse-payout.ts'

const DAY_MS = 86_400_000
const ZONE = 'America/Sao_Paulo'
/** The time 23:00 of the previous day in `ZONE`. */
const EVENING = new Date('2026-06-10T02:00:00.000Z')

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let finance: ConsoleClient
beforeAll(async () => {
  finance = await testConsole.signedIn('finance')
  await aPaidCharge(world, { amount_cents: 100_000 })
  await settleEverything(world)
  await paid(1_000n, EVENING)
  await paid(200n, EVENING)
  await paid(30n, plusMs(EVENING, DAY_MS))
  const { id } = await paid(4n, plusMs(EVENING, DAY_MS))
  await reversePayout(world.context(), world.merchantId, id, 'The bank gave it back')
})

const paid = (amountCents: bigint, paidAt: Date) =>
  recordPayout(world.context(), world.merchantId, {
    amountCents,
    externalReference: `TED-${amountCents}`,
    paidAt,
  })

interface Day {
  day: string
  paidCents: string
  paid: number
  reversedCents: string
  reversed: number
}

const history = (over: object) =>
  finance.send<{ payoutHistory: Day[] }>(
    `query ($m: Uuid, $f: DateTime!, $t: DateTime!, $z: String!) {
      payoutHistory(merchantId: $m, from: $f, to: $t, zone: $z) { day paidCents paid reversedCents reversed } }`,
    { m: world.merchantId, f: plusMs(EVENING, -DAY_MS), t: plusMs(EVENING, DAY_MS + 1), z: ZONE, ...over },
  )

const NOTHING = { paidCents: '0', paid: 0, reversedCents: '0', reversed: 0 }

test('each day in the requested zone has one sum of its transfers and one of its reversed transfers', async () => {
  const [first, second] = [
    { paidCents: '1200', paid: 2, reversedCents: '0', reversed: 0 },
    { paidCents: '30', paid: 1, reversedCents: '4', reversed: 1 },
  ]
  expect((await history({})).data?.payoutHistory).toEqual([
    { day: '2026-06-08', ...NOTHING },
    { day: '2026-06-09', ...first },
    { day: '2026-06-10', ...second },
  ])
  expect((await history({ z: 'UTC' })).data?.payoutHistory).toEqual([
    { day: '2026-06-09', ...NOTHING },
    { day: '2026-06-10', ...first },
    { day: '2026-06-11', ...second },
  ])
})

test('the payout report of a merchant without payouts has only zeros, and no day is in the future', async () => {
  const other = await world.anotherMerchant()
  const sums = async (m: string | null) =>
    (await history({ m })).data?.payoutHistory.map(({ paidCents }) => paidCents)
  expect(await sums(other.merchantId)).toEqual(['0', '0', '0'])
  expect(await sums(null)).toEqual(['0', '1200', '30'])
  const now = world.clock.now()
  const { data } = await history({ f: now, t: plusMs(now, 9 * DAY_MS) })
  expect(data?.payoutHistory).toHaveLength(1)
})

const fields = async (over: object) => (await history(over)).errors[0]?.extensions.fields

test('a period that is too long, reversed or in an unknown zone is refused, and the error names the field', async () => {
  const outOfRange = [{ path: 'to', code: 'out_of_range' }]
  expect(await fields({ t: plusMs(EVENING, 366 * DAY_MS) })).toEqual(outOfRange)
  expect(await fields({ t: plusMs(EVENING, -DAY_MS) })).toEqual(outOfRange)
  expect(await fields({ z: 'Brasilia' })).toEqual([{ path: 'zone', code: 'not_allowed' }])
})

const listed = async (paidFrom: Date | null, paidTo: Date | null) => {
  const { data } = await finance.send<{ payouts: { nodes: { amountCents: string }[] } }>(
    `query ($m: Uuid, $f: DateTime, $t: DateTime) {
      payouts(merchantId: $m, paidFrom: $f, paidTo: $t) { nodes { amountCents } } }`,
    { m: world.merchantId, f: paidFrom, t: paidTo },
  )
  return data?.payouts.nodes.map(({ amountCents }) => amountCents)
}

test('the list of payouts can be limited to transfers in a period', async () => {
  const later = plusMs(EVENING, DAY_MS)
  expect(await listed(later, null)).toEqual(['4', '30'])
  expect(await listed(null, later)).toEqual(['200', '1000'])
  expect(await listed(EVENING, plusMs(EVENING, 1))).toEqual(['200', '1000'])
  expect(await listed(null, EVENING)).toEqual([])
})
