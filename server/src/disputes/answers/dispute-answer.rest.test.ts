import { afterEach, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { sql } from '../../kernel/database/sql.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'
import { accepted, aDispute, decide, eventsOf } from '../../testing/fixtures/disputes.ts'
import { aPaidCharge, anIdempotencyKey, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { balanceOf, settleEverything, expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { refusedRefund, requestRefund, untilEnded, untilReturned } from '../../testing/fixtures/returns.ts'
import { World } from '../../testing/world.ts'
import type { DisputeShape } from '../dispute.present.ts'

type DisputeJson = z.infer<typeof DisputeShape>

const DAY_MS = 86_400_000

let world: World
beforeEach(async () => {
  world = await World.start({ terms: { feePercentBps: 0, reserveBps: 0 } })
})
afterEach(async () => {
  world.network.liftFaults()
  await expectBalancedLedger(world)
  await world.stop()
})

const send = <Body = DisputeJson>(
  id: string,
  action: 'evidence' | 'accept',
  body?: object,
  key = anIdempotencyKey(),
) => world.rest.post<Body>(`/v1/disputes/${id}/${action}`, body, { 'idempotency-key': key })
const answer = (id: string, text: string, key?: string) => send(id, 'evidence', { text }, key)

/**
 * Sends a call that must be refused. Returns the status of the answer, and the reason or, if there is no reason, the
 * error code.
 */
async function refused(...call: Parameters<typeof send>): Promise<[number, string | undefined]> {
  const { status, body } = await send<ErrorBody>(...call)
  return [status, body.error.details.reason ?? body.error.code]
}

const readDispute = async (id: string) => (await world.rest.get<DisputeJson>(`/v1/disputes/${id}`)).body
const readCharge = async (id: string) => (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body
const untilClosed = (id: string) =>
  untilReturned(world, async () => {
    const dispute = await readDispute(id)
    expect(dispute.status).toBe('closed')
    return dispute
  })
const auditOf = (id: string) =>
  sql<{ action: string; actor: string }>(
    world.context(),
    `select action, actor from audit_entry where target_id = $1 order by occurred_at, id`,
    [id],
  )
const returnsOf = (caseId: string) =>
  sql(world.context(), 'select id from network_return where case_id = $1', [caseId])

test('evidence is accepted until the deadline, and a new text replaces the earlier text', async () => {
  const { caseId, answerUntil } = await aDispute(world, await aPaidCharge(world))
  const text = 'é'.repeat(2_000)
  const first = await answer(caseId, text)
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(first.body).toMatchObject({ id: caseId, status: 'open', evidence: { text } })
  expect(await readDispute(caseId)).toEqual(first.body)
  await answer(caseId, 'Nota fiscal 42.')
  expect((await readDispute(caseId)).evidence?.text).toBe('Nota fiscal 42.')

  world.clock.advance(answerUntil.getTime() - world.clock.now().getTime() + 1)
  expect(await refused(caseId, 'evidence', { text: 'Tarde.' })).toEqual([409, 'evidence_deadline_passed'])
  expect((await readDispute(caseId)).evidence?.text).toBe('Nota fiscal 42.')
})

test.each([
  ['no text', {}, 'required'],
  ['an empty text', { text: '' }, 'too_short'],
  ['a text of white space only', { text: ' \n\u00a0' }, 'format'],
  ['2,001 characters', { text: 'é'.repeat(2_001) }, 'too_long'],
  ['a NUL character', { text: 'a\0' }, 'format'],
  ['a number', { text: 1 }, 'type'],
])('evidence with %s gets 422, and the error names the field text', async (_, body, code) => {
  const { caseId } = await aDispute(world, await aPaidCharge(world))
  const refusal = await send<ErrorBody>(caseId, 'evidence', body)
  expect([refusal.status, refusal.body.error.details.fields]).toMatchObject([422, [{ path: 'text', code }]])
  expect((await readDispute(caseId)).evidence).toBeNull()
})

test('repeating a call with the same key and text changes nothing, even after newer evidence or the deadline', async () => {
  const { caseId } = await aDispute(world, await aPaidCharge(world))
  const key = anIdempotencyKey()
  await answer(caseId, 'Primeira.', key)
  await answer(caseId, 'Segunda.')
  world.clock.advance(8 * DAY_MS)
  const again = await answer(caseId, 'Primeira.', key)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(again.body.evidence?.text).toBe('Segunda.')
  expect(await auditOf(caseId)).toHaveLength(3)
})

test('a call whose idempotency key was used with another text, dispute or action gets idempotency_conflict', async () => {
  const one = await aDispute(world, await aPaidCharge(world))
  const two = await aDispute(world, await aPaidCharge(world))
  const key = anIdempotencyKey()
  await answer(one.caseId, 'Entregue.', key)
  const conflict = [409, 'idempotency_conflict']
  expect(await refused(one.caseId, 'evidence', { text: 'Outra.' }, key)).toEqual(conflict)
  expect(await refused(two.caseId, 'evidence', { text: 'Entregue.' }, key)).toEqual(conflict)
  expect(await refused(one.caseId, 'accept', undefined, key)).toEqual(conflict)
  expect((await readDispute(one.caseId)).status).toBe('open')
})

test('the actions evidence and accept require an Idempotency-Key, and accept refuses a body', async () => {
  const { caseId } = await aDispute(world, await aPaidCharge(world))
  for (const action of ['evidence', 'accept'] as const) {
    const { status } = await world.rest.post(`/v1/disputes/${caseId}/${action}`, undefined)
    expect([action, status]).toEqual([action, 422])
  }
  expect((await send(caseId, 'accept', { amount_cents: 1 })).status).toBe(422)
  expect((await readDispute(caseId)).status).toBe('open')
})

test('accepting a dispute returns the whole disputed amount, and refunds are refused with dispute_open meanwhile', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { caseId } = await aDispute(world, charge, { amountCents: 6_000n })
  await answer(caseId, 'Nota fiscal 42.')
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 1 })).toBe('dispute_open')

  const { status, body } = await send(caseId, 'accept')
  expect(status).toBe(202)
  expect(body).toMatchObject({
    status: 'returning',
    decision: { result: 'accepted', amount_cents: '6000' },
    returned_cents: '0',
    blocked: { pending_cents: '6000' },
  })
  expect(await refusedRefund(world.rest, charge.id, { amount_cents: 1 })).toBe('dispute_open')
  expect(await refused(caseId, 'evidence', { text: 'Tarde.' })).toEqual([409, 'dispute_not_open'])
  expect(await refused(caseId, 'accept')).toEqual([409, 'dispute_not_open'])

  expect(await untilClosed(caseId)).toMatchObject({
    decision: { result: 'accepted', amount_cents: '6000' },
    returned_cents: '6000',
    blocked: { pending_cents: '0' },
  })
  expect(await readCharge(charge.id)).toMatchObject({ status: 'partially_refunded', refunded_cents: '6000' })
  expect(await balanceOf(world.rest)).toMatchObject({ total_cents: '4000', blocked_cents: '0' })
  expect(await eventsOf(world, 'dispute.closed')).toMatchObject([
    { data: { case_id: caseId, result: 'accepted', returned_cents: '6000' } },
  ])
  expect(await auditOf(caseId)).toMatchObject([
    { action: 'dispute.open', actor: 'staff:1' },
    { action: 'dispute.evidence', actor: expect.stringMatching(/^api-key:/) },
    { action: 'dispute.accept', actor: expect.stringMatching(/^api-key:/) },
  ])
  const refund = await requestRefund(world.rest, charge.id)
  expect(await untilEnded(world, refund.body)).toMatchObject({ status: 'completed', amount_cents: '4000' })
})

test('concurrent and later repetitions of an acceptance cause only one return', async () => {
  const { caseId } = await aDispute(world, await aPaidCharge(world))
  const key = anIdempotencyKey()
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(caseId, 'accept', undefined, key)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 202])
  await untilClosed(caseId)
  const late = await send(caseId, 'accept', undefined, key)
  expect([late.status, late.body.status]).toEqual([200, 'closed'])
  expect(await returnsOf(caseId)).toHaveLength(1)
})

test('a dispute can be accepted after its deadline, and again with a new key if its return has failed', async () => {
  const { caseId } = await aDispute(world, await aPaidCharge(world))
  world.clock.advance(8 * DAY_MS)
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  const key = anIdempotencyKey()
  expect((await send(caseId, 'accept', undefined, key)).status).toBe(202)
  await untilReturned(world, async () => expect((await readDispute(caseId)).status).toBe('open'))
  const replayed = await send(caseId, 'accept', undefined, key)
  expect([replayed.status, replayed.body.status]).toEqual([200, 'open'])
  expect((await send(caseId, 'accept')).status).toBe(202)
  expect(await untilClosed(caseId)).toMatchObject({ decision: { result: 'accepted' } })
})

test('a dispute cannot be accepted while a refund is in progress', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode: 'http_500' })
  await requestRefund(world.rest, charge.id, { amount_cents: 3_000 })
  const { caseId } = await aDispute(world, charge)
  const before = await readDispute(caseId)
  expect(await refused(caseId, 'accept')).toEqual([409, 'return_in_progress'])
  expect(await readDispute(caseId)).toEqual(before)
})

test.each([
  { policy: 'service_advances', returned: '10000', owed: '8000' },
  { policy: 'return_what_exists', returned: '2000', owed: '0' },
] as const)(
  'with 2,000 of 10,000 centavos held, accepting under $policy returns $returned and leaves a debt of $owed',
  async ({ policy, returned, owed }) => {
    const charge = await aPaidCharge(world, { amount_cents: 10_000 })
    await settleEverything(world)
    await payOut(8_000n)
    const { caseId } = await aDispute(world, charge, { policy })
    expect((await send(caseId, 'accept')).status).toBe(202)
    expect(await untilClosed(caseId)).toMatchObject({ returned_cents: returned })
    expect(await balanceOf(world.rest)).toMatchObject({ owed_to_service_cents: owed, blocked_cents: '0' })
  },
)

test('under the policy return_what_exists, a dispute that holds no money cannot be accepted', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  await payOut(10_000n)
  const { caseId } = await aDispute(world, charge, { policy: 'return_what_exists' })
  const before = await readDispute(caseId)
  expect(await refused(caseId, 'accept')).toEqual([409, 'insufficient_balance'])
  expect(await readDispute(caseId)).toEqual(before)
  expect(await eventsOf(world, 'dispute.closed')).toEqual([])
})

test('after the decision of a dispute, evidence and acceptance are refused with dispute_not_open', async () => {
  const rejected = await aDispute(world, await aPaidCharge(world))
  await decide(world, rejected.caseId, { kind: 'rejected' })
  const returning = await aDispute(world, await aPaidCharge(world))
  await decide(world, returning.caseId, accepted())
  for (const { caseId } of [rejected, returning]) {
    expect(await refused(caseId, 'evidence', { text: 'Tarde.' })).toEqual([409, 'dispute_not_open'])
    expect(await refused(caseId, 'accept')).toEqual([409, 'dispute_not_open'])
  }
})

const payOut = (amountCents: bigint) =>
  recordPayout(world.context(), world.merchantId, {
    amountCents,
    externalReference: `repasse-${amountCents}`,
    paidAt: world.clock.now(),
  })
