import { afterEach, beforeEach, expect, test } from 'vitest'
import { listCases } from '../cases/case.queries.ts'
import { drainReturns } from '../returns/drain-returns.ts'
import { sweepReturned } from '../inbox/sweep-returned.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { runReturns } from '../jobs/run-returns.ts'
import { balanceOf, settleEverything, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { accepted, aDispute, decide, eventsOf, untilClosed } from '../testing/fixtures/disputes.ts'
import { aPaidCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { getDispute } from './dispute.queries.ts'

const DAY_MS = 86_400_000

/** The timeout of a call that the PSP does not answer. */
const PIX_TIMEOUT_MS = 100

let world: World
beforeEach(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 } })
})
afterEach(async () => {
  await expectBalancedLedger(world)
  await world.stop()
})

const read = async (id: string) => (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body
const balance = () => balanceOf(world.rest)

test('a MED return of a payment without a dispute is recorded as an accepted dispute', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.openMed({ endToEndId: charge.end_to_end_id ?? '', amountCents: 6_000n, delayMs: 1 })
  await untilReturned(world, async () => {
    expect(await read(charge.id)).toMatchObject({ status: 'partially_refunded', refunded_cents: '6000' })
  })
  const { items } = await listCases(world.context(), world.merchantId, { kind: ['dispute'] }, { limit: 10 })
  expect(items).toMatchObject([{ status: 'returned', amountCents: 6_000n }])
  expect(await getDispute(world.context(), world.merchantId, items[0]?.id ?? '')).toMatchObject({
    origin: 'network',
    nature: 'MED_FRAUDE',
    status: 'closed',
    result: 'accepted',
    returnedCents: 6_000n,
  })
  const events = await eventsOf(world, 'dispute.opened', 'dispute.closed', 'charge.refunded')
  expect(events.map(({ type }) => type)).toEqual(['charge.refunded', 'dispute.closed', 'dispute.opened'])
  expect(events[1]?.data).toMatchObject({ status: 'closed', result: 'accepted', returned_cents: '6000' })
  expect(events.slice(1).map(({ data }) => data['answer_until'])).toEqual([null, null])
})

test('a MED return that opens and closes a dispute in one step emits neither payouts.suspended nor payouts.resumed', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.openMed({ endToEndId: charge.end_to_end_id ?? '', delayMs: 1 })
  await untilReturned(world, async () => {
    expect(await read(charge.id)).toMatchObject({ status: 'refunded' })
  })
  expect(await balance()).toMatchObject({ payouts_suspended: false })
  expect(await eventsOf(world, 'payouts.suspended', 'payouts.resumed')).toEqual([])
})

test('a MED return that leaves a debt emits payouts.suspended once, and payouts.resumed when the debt is covered', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  const paidAt = world.clock.now()
  const payout = { amountCents: 8_820n, externalReference: 'repasse-1', paidAt }
  await recordPayout(world.context(), world.merchantId, payout)
  world.network.openMed({ endToEndId: charge.end_to_end_id ?? '', delayMs: 1 })
  await untilReturned(world, async () => {
    expect(await read(charge.id)).toMatchObject({ status: 'refunded' })
  })
  expect(await eventsOf(world, 'payouts.suspended', 'payouts.resumed')).toMatchObject([
    { type: 'payouts.suspended', data: { reasons: ['negative_balance'] } },
  ])

  await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  expect(await balance()).toMatchObject({ owed_to_service_cents: '0', payouts_suspended: false })
  const emitted = await eventsOf(world, 'payouts.suspended', 'payouts.resumed')
  expect(emitted.map(({ type }) => type)).toEqual(['payouts.resumed', 'payouts.suspended'])
})

test('sweepReturned finds a MED return whose callback was lost, even for a 41-day-old payment', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  world.clock.advance(DAY_MS)
  await settleEverything(world)
  world.clock.advance(40 * DAY_MS)
  world.network.setFault({ on: 'callback', mode: 'refuse' })
  const { id } = world.network.openMed({ endToEndId: charge.end_to_end_id ?? '', outcome: 'open' })
  world.network.endMed(id, 'returned')
  await world.network.idle()
  await settleEverything(world)
  await runReturns(world.context(), 10)
  expect(await read(charge.id)).toMatchObject({ status: 'paid' })
  expect(await sweepReturned(world.context())).toBe(1)
  await untilReturned(world, async () => {
    expect(await read(charge.id)).toMatchObject({ status: 'refunded' })
  })
})

test('a dispute that waits until the PSP returns the money closes as partly accepted when the PSP returns only a part', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  await decide(world, caseId, { kind: 'accepted', amountCents: null, returnedBy: 'network' })
  const { id } = world.network.openMed({
    endToEndId: charge.end_to_end_id ?? '',
    amountCents: 7_000n,
    outcome: 'open',
  })
  world.network.endMed(id, 'returned')
  expect(await untilClosed(world, caseId)).toMatchObject({ result: 'partly_accepted', returnedCents: 7_000n })
  expect(await balance()).toMatchObject({ blocked_cents: '0', total_cents: '2940' })
})

test('a dispute opened during a refund cannot be accepted, and holds the whole amount only after the refund failed', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  const { body: refund } = await requestRefund(world.rest, charge.id, { amount_cents: 3_000 })
  const { caseId } = await aDispute(world, charge)
  expect(await eventsOf(world, 'dispute.opened')).toMatchObject([
    { data: { held_cents: '7000', amount_cents: '10000' } },
  ])
  await expect(decide(world, caseId, accepted())).rejects.toMatchObject({
    details: { reason: 'return_in_progress' },
  })
  expect(await untilEnded(world, refund)).toMatchObject({ status: 'failed' })
  expect(await balance()).toMatchObject({ blocked_cents: '10000', pending_cents: '0' })
  await decide(world, caseId, accepted())
  await untilClosed(world, caseId)
  expect(await read(charge.id)).toMatchObject({ status: 'refunded' })
})

test('a MED return during a refund of the same money is recorded after the refund fails', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode: 'timeout_before', count: 1 })
  const { body: refund } = await world.withPixTimeout(PIX_TIMEOUT_MS, () =>
    requestRefund(world.rest, charge.id),
  )
  const { id } = world.network.openMed({ endToEndId: charge.end_to_end_id ?? '', outcome: 'open' })
  world.network.endMed(id, 'returned')
  await world.network.idle()
  await drainReturns(world.context(), 10)
  await runReturns(world.context(), 10)
  expect(await read(charge.id)).toMatchObject({ status: 'paid', refunded_cents: '0' })
  expect(await balance()).toMatchObject({ blocked_cents: '10000', payouts_suspended: true })

  world.clock.advance(600_000)
  expect(await untilEnded(world, refund)).toMatchObject({ status: 'failed' })
  world.clock.advance(600_000)
  await untilReturned(world, async () => {
    expect(await read(charge.id)).toMatchObject({ status: 'refunded', refunded_cents: '10000' })
  })
  expect(await balance()).toMatchObject({ total_cents: '0', payouts_suspended: false })
})

test('a dispute of a payment closes as already_returned when a running refund returns the whole payment', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { body: refund } = await requestRefund(world.rest, charge.id)
  const { caseId } = await aDispute(world, charge)
  await untilEnded(world, refund)
  expect(await untilClosed(world, caseId)).toMatchObject({ result: 'already_returned', returnedCents: 0n })
  expect(await balance()).toMatchObject({ total_cents: '0', payouts_suspended: false })
})

test('a dispute of a duplicate payment blocks only that payment and closes as already_returned', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const [second] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  const { caseId } = await aDispute(world, charge, { endToEndId: second?.endToEndId ?? '' })
  expect(await balance()).toMatchObject({ blocked_cents: '10000', pending_cents: '8820' })
  expect(await untilClosed(world, caseId)).toMatchObject({ result: 'already_returned' })
  expect(await balance()).toMatchObject({ blocked_cents: '0', pending_cents: '8820' })
})
