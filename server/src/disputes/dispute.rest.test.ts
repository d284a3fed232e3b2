import { afterEach, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { accepted, aDispute, decide, untilClosed } from '../testing/fixtures/disputes.ts'
import { aPaidCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { requestRefund, untilReturned } from '../testing/fixtures/returns.ts'
import { settleEverything, statementOf } from '../testing/fixtures/ledger.ts'
import type { RestAnswer } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { plusMs } from '../kernel/clock.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { DisputeShape } from './dispute.present.ts'
import { submitEvidence } from './submit-evidence.ts'

type DisputeJson = z.infer<typeof DisputeShape>

const DAY_MS = 86_400_000

let world: World
beforeEach(async () => {
  world = await World.start({ terms: { feePercentBps: 0, reserveBps: 0 } })
})
afterEach(() => world.stop())

async function read(id: string): Promise<DisputeJson> {
  const { status, body } = await world.rest.get<DisputeJson>(`/v1/disputes/${id}`)
  expect(status).toBe(200)
  expect(DisputeShape.strict().parse(body)).toEqual(body)
  return body
}
const list = async (query = ''): Promise<DisputeJson[]> => {
  const answer: RestAnswer<{ items: DisputeJson[] }> = await world.rest.get(`/v1/disputes?${query}`)
  expect(answer.status).toBe(200)
  return answer.body.items
}
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)

test('an open dispute shows its charge, its payment, its reason, its deadline and the blocked money', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const answerUntil = plusMs(world.clock.now(), 3 * DAY_MS)
  const opened = await aDispute(world, charge, { amountCents: 4_000n, answerUntil })
  const { caseId, paymentId } = opened
  const openedAt = opened.openedAt.toISOString()
  const dispute = await read(caseId)
  expect(dispute).toEqual({
    id: caseId,
    gateway_id: world.merchantId,
    environment: charge.environment,
    charge_id: charge.id,
    order_reference: charge.order_reference,
    payment_id: paymentId,
    end_to_end_id: charge.end_to_end_id,
    amount_cents: '4000',
    currency: 'BRL',
    reason: 'MED_FRAUDE',
    status: 'open',
    answer_until: answerUntil.toISOString(),
    blocked: {
      case_id: caseId,
      pending_cents: '4000',
      available_cents: '0',
      held_payment_cents: '0',
      missing_cents: '0',
    },
    evidence: null,
    files: [],
    decision: null,
    returned_cents: '0',
    created_at: openedAt,
    closed_at: null,
    updated_at: openedAt,
  })
  expect(await list()).toEqual([dispute])
})

test('`blocked` separates pending money from available money, and shows the missing amount until later money arrives', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  await recordPayout(world.context(), world.merchantId, {
    amountCents: 8_000n,
    externalReference: 'repasse-1',
    paidAt: world.clock.now(),
  })
  const { caseId } = await aDispute(world, charge)
  expect((await read(caseId)).blocked).toMatchObject({
    pending_cents: '0',
    available_cents: '2000',
    missing_cents: '8000',
  })
  await aPaidCharge(world, { amount_cents: 1_000 })
  await settleEverything(world)
  expect((await read(caseId)).blocked).toMatchObject({ available_cents: '3000', missing_cents: '7000' })
  expect((await statementOf(world.rest))[0]).toEqual(['case.hold', 'case_hold', '1000'])
})

test('a dispute shows its evidence and its decision, and blocks no money after it is closed', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  const where = { merchantId: world.merchantId, caseId }
  const { evidenceAt } = await submitEvidence(world.context('staff:1'), where, 'Nota fiscal 42.')
  expect(await read(caseId)).toMatchObject({
    evidence: { text: 'Nota fiscal 42.', submitted_at: evidenceAt?.toISOString() },
    decision: null,
  })

  const { decidedAt } = await decide(world, caseId, accepted(6_000n))
  const granted = { result: 'partly_accepted', amount_cents: '6000', decided_at: decidedAt?.toISOString() }
  expect(await read(caseId)).toMatchObject({ status: 'returning', decision: granted, returned_cents: '0' })
  await untilClosed(world, caseId)
  expect(await read(caseId)).toMatchObject({
    status: 'closed',
    decision: granted,
    returned_cents: '6000',
    closed_at: expect.any(String),
    blocked: { case_id: caseId, pending_cents: '0', available_cents: '0', missing_cents: '0' },
  })
})

test('the decision of a rejected dispute grants nothing, even if the return of an earlier decision failed', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge)
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  await decide(world, caseId, accepted())
  await untilReturned(world, async () => {
    expect(await read(caseId)).toMatchObject({ status: 'open', decision: null })
  })
  await decide(world, caseId, { kind: 'rejected' })
  expect((await read(caseId)).decision).toMatchObject({ result: 'rejected', amount_cents: '0' })
})

test('a dispute that the network closed before the service knew of it has no deadline', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.openMed({ endToEndId: charge.end_to_end_id ?? '', amountCents: 6_000n, delayMs: 1 })
  const [found] = await untilReturned(world, async () => {
    const items = await list()
    expect(items).toHaveLength(1)
    return items
  })
  expect(found).toMatchObject({
    reason: 'MED_FRAUDE',
    answer_until: null,
    status: 'closed',
    decision: { result: 'accepted', amount_cents: '6000' },
    returned_cents: '6000',
  })
  expect(await idsOf('answer_until_to=2999-01-01T00:00:00Z')).toEqual([])
  expect(await idsOf('answer_until_from=2020-01-01T00:00:00Z')).toEqual([])
})

test('a dispute has no reason when the network returned the money without a reason', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge, { nature: 'ORIGINAL' })
  expect((await read(caseId)).reason).toBeNull()
})

test('a dispute of a held payment contains the case that holds this payment', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode: 'http_500' })
  const [second] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  const endToEndId = second?.endToEndId ?? ''
  const { caseId } = await aDispute(world, { end_to_end_id: endToEndId })
  const dispute = await read(caseId)
  expect(dispute).toMatchObject({
    charge_id: charge.id,
    end_to_end_id: endToEndId,
    blocked: { pending_cents: '0', available_cents: '0', held_payment_cents: '10000', missing_cents: '0' },
  })
  expect(dispute.blocked.case_id).not.toBe(caseId)
  const { body } = await world.rest.get<{ items: { financial_case: { id: string; kind: string } | null }[] }>(
    '/v1/statement',
  )
  const held = body.items.map((line) => line.financial_case).find((found) => found?.kind === 'held_payment')
  expect(dispute.blocked.case_id).toBe(held?.id)
})

test('the list of disputes can be filtered by status, charge, creation time and deadline', async () => {
  const first = await aPaidCharge(world)
  const second = await aPaidCharge(world)
  const start = world.clock.now()
  const one = await aDispute(world, first, { answerUntil: plusMs(start, DAY_MS) })
  world.clock.advance(1_000)
  const two = await aDispute(world, second, { answerUntil: plusMs(start, 2 * DAY_MS) })
  await decide(world, two.caseId, { kind: 'rejected' })

  const after = (ms: number) => plusMs(start, ms).toISOString()
  const openedLater = two.openedAt.toISOString()
  expect(await idsOf('')).toEqual([two.caseId, one.caseId])
  expect(await idsOf('status=open')).toEqual([one.caseId])
  expect(await idsOf('status=closed')).toEqual([two.caseId])
  expect(await idsOf('status=returning')).toEqual([])
  expect(await idsOf(`charge_id=${second.id}`)).toEqual([two.caseId])
  expect(await idsOf(`charge_id=${second.id}&status=open`)).toEqual([])
  expect(await idsOf(`created_from=${openedLater}`)).toEqual([two.caseId])
  expect(await idsOf(`created_to=${openedLater}`)).toEqual([one.caseId])
  expect(await idsOf(`answer_until_from=${after(2 * DAY_MS)}`)).toEqual([two.caseId])
  expect(await idsOf(`answer_until_to=${after(2 * DAY_MS)}`)).toEqual([one.caseId])
})

test.each([
  ['status=lost', 'status'],
  ['charge_id=nothing', 'charge_id'],
  ['created_from=ontem', 'created_from'],
  ['answer_until_to=2026-13-01', 'answer_until_to'],
  ['reason=x', 'reason'],
])('the list of disputes refuses the query %s with 422 and the name of the field', async (query, field) => {
  const { status, body } = await world.rest.get(`/v1/disputes?${query}`)
  expect([status, body.error.details.fields?.map(({ path }) => path)]).toEqual([422, [field]])
})

test("the id of a refund's case and the id of a charge get 404 dispute_not_found", async () => {
  const charge: ChargeJson = await aPaidCharge(world)
  const refund = await requestRefund(world.rest, charge.id, { amount_cents: 1 })
  for (const id of [refund.body.case_id, charge.id, 'nothing']) {
    const { status, body } = await world.rest.get(`/v1/disputes/${id}`)
    expect([status, body.error.details.reason]).toEqual([404, 'dispute_not_found'])
  }
})
