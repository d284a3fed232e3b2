import { beforeAll, expect, test } from 'vitest'
import { reversePayout } from '../../payouts/reverse-payout.ts'
import { setBankAccount } from '../../payouts/set-bank-account.ts'
import { makeAvailable } from '../../settlements/make-available.ts'
import { releaseReserves } from '../../settlements/release-reserves.ts'
import { aPaidCharge, createCharge } from '../../testing/fixtures/charges.ts'
import { accepted, aDispute, decide, untilClosed } from '../../testing/fixtures/disputes.ts'
import { balanceOf, settleEverything } from '../../testing/fixtures/ledger.ts'
import { pay } from '../../testing/fixtures/payout-lines.ts'
import { requestRefund, untilEnded } from '../../testing/fixtures/returns.ts'
import { aBankAccount } from '../../testing/fixtures/bank-accounts.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'

const DAY_MS = 86_400_000

const { world, testConsole } = await startConsole({
  terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30, settlementDelayDays: 2 },
})
beforeAll(() => aBankAccount(world, world.merchantId))

const QUERY = `query ($id: Uuid!) { charge(id: $id) { proceeds {
  feeCents payableCents pendingCents availableAt settledAt reserveCents reserveReleasedAt blockedCents availableCents
  becameAvailableAt awaitingPayoutCents payoutObstacles { code since caseId case { amountCents orderReference } } paidOut { payoutId reference paidAt amountCents } }
  timeline { kind payoutId amountCents actor { kind name } } } }`

interface Answer {
  charge: {
    proceeds: Record<string, unknown> | null
    timeline: { kind: string; payoutId: string | null; actor: { kind: string; name: string | null } | null }[]
  }
}

async function read(id: string): Promise<Answer['charge']> {
  // Each read opens a new session, because the tests advance the clock beyond the lifetime of a session.
  const support = await testConsole.signedIn('support')
  const { data, errors } = await support.send<Answer>(QUERY, { id })
  expect(errors).toEqual([])
  return data?.charge ?? { proceeds: null, timeline: [] }
}

const obstaclesOf = async (id: string) => (await read(id)).proceeds?.['payoutObstacles']

test('the proceeds show when pending money and the reserve become available, and which payout transferred the money', async () => {
  const paid = await aPaidCharge(world)
  const paidAt = Date.parse(paid.paid_at ?? '')
  expect((await read(paid.id)).proceeds).toEqual({
    feeCents: '200',
    payableCents: '9800',
    pendingCents: '8820',
    availableAt: new Date(paidAt + 2 * DAY_MS).toISOString(),
    settledAt: null,
    reserveCents: '980',
    reserveReleasedAt: new Date(paidAt + 30 * DAY_MS).toISOString(),
    blockedCents: '0',
    availableCents: '0',
    becameAvailableAt: null,
    awaitingPayoutCents: '0',
    payoutObstacles: [],
    paidOut: [],
  })

  await settleEverything(world)
  world.clock.advance(2 * DAY_MS)
  await makeAvailable(world.context('job:available'), 100)
  const [first, second] = [
    await pay(world, world.merchantId, 5_000n),
    await pay(world, world.merchantId, 1_000n),
  ]
  const { proceeds, timeline } = await read(paid.id)
  expect(proceeds).toMatchObject({
    payableCents: '9800',
    pendingCents: '0',
    availableCents: '8820',
    awaitingPayoutCents: '2820',
    paidOut: [
      { payoutId: first, amountCents: '5000' },
      { payoutId: second, amountCents: '1000' },
    ],
  })
  expect(proceeds?.['settledAt']).not.toBeNull()
  expect(timeline.map(({ kind }) => kind)).toEqual([
    'charge.created',
    'payment.primary',
    'payment.settled',
    'gateway.funds_available',
    'payout.paid',
    'payout.paid',
  ])
  expect(timeline[0]?.actor).toEqual({ kind: 'api_key', name: 'tudo' })
  expect(timeline.flatMap(({ payoutId }) => payoutId ?? [])).toEqual([first, second])

  await reversePayout(world.context('staff:1'), world.merchantId, first, 'Conta errada')
  expect((await read(paid.id)).proceeds).toMatchObject({
    awaitingPayoutCents: '7820',
    paidOut: [{ payoutId: second, amountCents: '1000' }],
  })

  world.clock.advance(28 * DAY_MS)
  await releaseReserves(world.context('job:reserve'), 100)
  expect((await read(paid.id)).proceeds).toMatchObject({
    payableCents: '9800',
    reserveCents: '0',
    availableCents: '9800',
  })
})

test('after a return that exceeds the blocked money, the debt reduces the proceeds to zero', async () => {
  const paid = await aPaidCharge(world)
  await settleEverything(world)
  world.clock.advance(2 * DAY_MS)
  await makeAvailable(world.context('job:available'), 100)
  const balance = await balanceOf(world.rest)
  await pay(world, world.merchantId, BigInt(balance['available_cents'] ?? '0'))
  const { caseId } = await aDispute(world, paid)
  const held = (await read(paid.id)).proceeds
  expect(BigInt(String(held?.['blockedCents']))).toBeLessThan(10_000n)
  await decide(world, caseId, accepted())
  await untilClosed(world, caseId)
  expect((await read(paid.id)).proceeds).toMatchObject({
    payableCents: '0',
    blockedCents: '0',
    feeCents: '0',
  })
})

test('the proceeds contain the amounts after a refund, the blocked amount of an open dispute, and the obstacles to a payout', async () => {
  const refunded = await aPaidCharge(world)
  const { body: refund } = await requestRefund(world.rest, refunded.id, { amount_cents: 5_000 })
  await untilEnded(world, refund)
  expect((await read(refunded.id)).proceeds).toMatchObject({
    payableCents: '4900',
    pendingCents: '4410',
    reserveCents: '490',
    blockedCents: '0',
  })
  const disputed = await aPaidCharge(world)
  const { caseId } = await aDispute(world, disputed)
  expect((await read(disputed.id)).proceeds).toMatchObject({ payableCents: '0', blockedCents: '10000' })
  const since: unknown = expect.any(String)
  expect(await obstaclesOf(refunded.id)).toContainEqual({
    code: 'open_disputes',
    since,
    caseId,
    case: { amountCents: '10000', orderReference: disputed.order_reference },
  })

  await setBankAccount(world.context('staff:ana'), world.merchantId, null)
  const removed = { code: 'bank_account_missing', since, caseId: null, case: null }
  expect(await obstaclesOf(refunded.id)).toContainEqual(removed)
})

test('the proceeds contain the obstacle bank_account_missing if the merchant has never had a bank account', async () => {
  const merchant = await world.anotherMerchant()
  const { network } = world
  const paid = await aPaidCharge({ rest: merchant.rest, network, settleInbox: () => world.settleInbox() })
  expect(await obstaclesOf(paid.id)).toEqual([
    { code: 'bank_account_missing', since: null, caseId: null, case: null },
  ])
})

test('a cancelled charge has no proceeds, and its timeline names the API key that cancelled it', async () => {
  const { body } = await createCharge(world.rest)
  await world.rest.post(`/v1/pix/charges/${body.id}/cancel`)
  const { proceeds, timeline } = await read(body.id)
  expect(proceeds).toBeNull()
  const cancelled = timeline.find(({ kind }) => kind === 'charge.cancelled')
  expect(cancelled?.actor).toEqual({ kind: 'api_key', name: 'tudo' })
})
