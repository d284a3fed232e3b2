import { afterEach, beforeEach, expect, test } from 'vitest'
import { listCases } from '../cases/case.queries.ts'
import { updateTerms } from '../merchants/update-terms.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { balanceOf, settleEverything, statementOf, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { accepted, aDispute, decide, eventsOf, untilClosed } from '../testing/fixtures/disputes.ts'
import { aPaidCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { refusedRefund, requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { getDispute } from './dispute.queries.ts'
import { submitEvidence } from './submit-evidence.ts'

const DAY_MS = 86_400_000

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

const payOut = (amountCents: bigint) =>
  recordPayout(world.context(), world.merchantId, {
    amountCents,
    externalReference: `repasse-${amountCents}`,
    paidAt: world.clock.now(),
  })

test('an open dispute blocks the whole amount, suspends payouts, and prevents refunds and a second dispute', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  expect(await balance()).toMatchObject({
    pending_cents: '0',
    contract_reserve_cents: '0',
    blocked_cents: '10000',
    payouts_suspended: true,
    suspension_reasons: [
      { code: 'open_disputes', message: expect.any(String), since: expect.any(String), case_id: caseId },
    ],
  })
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 1 })).toBe('dispute_open')
  await expect(aDispute(world, charge)).rejects.toMatchObject({ details: { reason: 'dispute_open' } })
  expect(await eventsOf(world, 'dispute.opened', 'payouts.suspended')).toMatchObject([
    {
      type: 'dispute.opened',
      data: { case_id: caseId, charge_id: charge.id, held_cents: '10000', status: 'open' },
    },
    { type: 'payouts.suspended', data: { reasons: ['open_disputes'] } },
  ])
})

test.each(['rejected', 'cancelled'] as const)(
  'a %s dispute restores the balance and allows a refund again',
  async (kind) => {
    const charge = await aPaidCharge(world, { amount_cents: 10_000 })
    const before = await balance()
    const { caseId } = await aDispute(world, charge)
    const closed = await decide(world, caseId, { kind })
    expect(closed).toMatchObject({ status: 'closed', result: kind, returnedCents: 0n })
    expect({ ...(await balance()), as_of: '' }).toEqual({ ...before, as_of: '' })
    expect(await read(charge.id)).toMatchObject({ status: 'paid', refunded_cents: '0' })
    const events = await eventsOf(world, 'dispute.closed', 'payouts.resumed')
    expect(events.map(({ type }) => type)).toEqual(['dispute.closed', 'payouts.resumed'])
    const { body } = await requestRefund(world.rest, charge.id)
    await untilEnded(world, body)
  },
)

test('rejecting a dispute after the settlement divides the held money between available and the contract reserve', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge, { amountCents: 5_000n })
  await settleEverything(world)
  await decide(world, caseId, { kind: 'rejected' })
  expect(await balance()).toMatchObject({
    pending_cents: '0',
    available_cents: '8820',
    contract_reserve_cents: '980',
    blocked_cents: '0',
  })
})

test('an accepted dispute returns the money to the payer and makes the charge refunded', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  expect(await decide(world, caseId, accepted())).toMatchObject({ status: 'returning' })
  expect(await untilClosed(world, caseId)).toMatchObject({ result: 'accepted', returnedCents: 10_000n })
  expect(await read(charge.id)).toMatchObject({ status: 'refunded', refunded_cents: '10000' })
  expect(await balance()).toMatchObject({ total_cents: '0', payouts_suspended: false })
  expect(await eventsOf(world, 'charge.refunded')).toMatchObject([
    { data: { case_id: caseId, refund_id: null, refunded_cents: '10000', status: 'refunded' } },
  ])
})

test('a partly accepted dispute returns the accepted part, and gives back the fee of this part', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  await decide(world, caseId, accepted(4_000n))
  expect(await untilClosed(world, caseId)).toMatchObject({ result: 'partly_accepted', returnedCents: 4_000n })
  expect(await read(charge.id)).toMatchObject({ status: 'partially_refunded', refunded_cents: '4000' })
  // The total is the net amount 9800, minus the returned 4000, plus 80, the share of the fee that is given back.
  expect(await balance()).toMatchObject({ total_cents: '5880', blocked_cents: '0', pending_cents: '5880' })
})

test('later payments complete the hold of an open dispute, and cover the debt after a lost dispute', async () => {
  const first = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  await payOut(8_000n)
  const { caseId } = await aDispute(world, first)
  expect(await balance()).toMatchObject({ available_cents: '0', blocked_cents: '2000' })

  await aPaidCharge(world, { amount_cents: 1_000 })
  await settleEverything(world)
  expect(await balance()).toMatchObject({ available_cents: '0', blocked_cents: '2882' })

  await decide(world, caseId, accepted())
  await untilClosed(world, caseId)
  expect(await balance()).toMatchObject({
    owed_to_service_cents: '7118',
    blocked_cents: '0',
    payouts_suspended: true,
    suspension_reasons: [{ code: 'negative_balance', case_id: null }],
  })
  expect((await statementOf(world.rest)).slice(0, 3)).toEqual([
    ['case.returned', 'case_hold', '-10000'],
    ['gateway.receivable_created', 'case_hold', '7118'],
    ['gateway.receivable_created', 'receivable', '-7118'],
  ])

  await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  expect(await balance()).toMatchObject({
    owed_to_service_cents: '0',
    available_cents: String(8_820 - 7_118),
    payouts_suspended: false,
  })
  const events = await eventsOf(world, 'payouts.suspended', 'payouts.resumed')
  expect(events.map(({ type }) => type)).toEqual(['payouts.resumed', 'payouts.suspended'])
})

test('a lost dispute under the policy return_what_exists leaves no debt', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  await payOut(8_000n)
  const { caseId } = await aDispute(world, charge, { policy: 'return_what_exists' })
  await decide(world, caseId, accepted())
  expect(await untilClosed(world, caseId)).toMatchObject({ returnedCents: 2_000n })
  expect(await balance()).toMatchObject({ owed_to_service_cents: '0', blocked_cents: '0' })
})

test('a dispute whose return fails is open again, with an exception, until staff decide it again', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  await decide(world, caseId, accepted())
  await untilReturned(world, async () => {
    const { items } = await listCases(world.context(), null, { hasException: true }, { limit: 10 })
    expect(items).toMatchObject([
      { id: caseId, exception: 'return_failed', status: 'open', heldPendingCents: 10_000n },
    ])
  })
  expect(await getDispute(world.context(), world.merchantId, caseId)).toMatchObject({
    result: null,
    decidedCents: null,
  })
  await decide(world, caseId, accepted())
  await untilClosed(world, caseId)
  const { items } = await listCases(world.context(), null, { hasException: true }, { limit: 10 })
  expect(items).toEqual([])
})

test('evidence for a dispute is accepted until the deadline', async () => {
  const charge = await aPaidCharge(world)
  const { caseId } = await aDispute(world, charge)
  const where = { merchantId: world.merchantId, caseId }
  await submitEvidence(world.context('staff:1'), where, 'Entregue em 20/11, recibo assinado.')
  world.clock.advance(7 * DAY_MS + 60_000)
  await expect(submitEvidence(world.context('staff:1'), where, 'Tarde.')).rejects.toMatchObject({
    details: { reason: 'evidence_deadline_passed' },
  })
})

test('a change of the dispute policy applies only to charges created afterwards', async () => {
  const before = await aPaidCharge(world, { amount_cents: 10_000 })
  await updateTerms(world.context(), world.merchantId, { disputePolicy: 'return_what_exists' })
  const after = await aPaidCharge(world, { amount_cents: 10_000 })
  expect((await aDispute(world, before)).policy).toBe('service_advances')
  expect((await aDispute(world, after)).policy).toBe('return_what_exists')
})
