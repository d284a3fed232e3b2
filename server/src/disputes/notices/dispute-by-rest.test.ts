import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCharge, anIdempotencyKey, type ChargeJson } from '../../testing/fixtures/charges.ts'
import type { DisputeJson } from '../../testing/fixtures/disputes.ts'
import { balanceOf, expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { refusedRefund, requestRefund } from '../../testing/fixtures/returns.ts'
import { RestMerchant } from '../../testing/fixtures/rest-merchant.ts'
import type { ErrorBody } from '../../testing/clients/rest-client.ts'

// These tests follow disputes from the notice to the decision, for a merchant who has only an API key and a webhook
// receiver.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WINDOW_MS = 7 * DAY_MS

let merchant: RestMerchant
beforeEach(async () => {
  merchant = await RestMerchant.start({
    terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 60 },
  })
})
afterEach(async () => {
  await expectBalancedLedger(merchant.world)
  await merchant.stop()
})

interface Line {
  event_type: string
  position: string
  amount_cents: string
  financial_case: { id: string; status: string } | null
}

const read = async <Body>(path: string) => (await merchant.rest.get<Body>(path)).body
const readDispute = (id: string) => read<DisputeJson>(`/v1/disputes/${id}`)
const listDisputes = async (filter = '') =>
  (await read<{ items: DisputeJson[] }>(`/v1/disputes?${filter}`)).items
const send = (id: string, action: 'evidence' | 'accept', body?: object) =>
  merchant.rest.post<DisputeJson & ErrorBody>(`/v1/disputes/${id}/${action}`, body, {
    'idempotency-key': anIdempotencyKey(),
  })
const refusalOf = async (...call: Parameters<typeof send>) => {
  const { status, body } = await send(...call)
  return [status, body.error.details.reason]
}

/** Creates and pays a charge of R$ 100,00, and waits for its webhook. */
async function aPaidCharge(): Promise<ChargeJson> {
  const { body } = await createCharge(merchant.rest, { amount_cents: 10_000 })
  await merchant.simulate('pay', { qr_code: body.pix?.qr_code_payload })
  await merchant.received('charge.paid', { charge_id: body.id })
  return read<ChargeJson>(`/v1/pix/charges/${body.id}`)
}

/** Makes the simulated network open a dispute of a new charge. Waits until the merchant receives the webhook. */
async function aDispute(med: Record<string, unknown> = {}) {
  const charge = await aPaidCharge()
  const before = await balanceOf(merchant.rest)
  const e2e = charge.end_to_end_id
  const { id: medId } = await merchant.simulate('med', { end_to_end_id: e2e, notice: true, ...med })
  const opened = await merchant.received('dispute.opened', { charge_id: charge.id })
  return { charge, before, opened, id: String(opened['case_id']), medId: String(medId) }
}

const goTo = (deadline: unknown, beforeMs: number) =>
  merchant.world.clock.advance(
    new Date(String(deadline)).getTime() - beforeMs - merchant.world.clock.now().getTime(),
  )
const closed = (id: string) => merchant.received('dispute.closed', { case_id: id })

/**
 * Asserts that the disputes of a charge, their webhooks and their statement lines show the same amounts, and that the
 * charge shows their sum.
 */
async function expectAgreement(charge: ChargeJson): Promise<void> {
  const { items: lines } = await read<{ items: Line[] }>('/v1/statement?limit=500&from=2020-01-01T00:00:00Z')
  const disputes = await listDisputes(`charge_id=${charge.id}`)
  for (const dispute of disputes) {
    expect(await readDispute(dispute.id)).toEqual(dispute)
    const ofCase = lines.filter((line) => line.financial_case?.id === dispute.id)
    const sumOf = (chosen: Line[]) => chosen.reduce((sum, line) => sum + BigInt(line.amount_cents), 0n)
    expect(sumOf(ofCase.filter((line) => line.event_type === 'case.returned'))).toBe(
      -BigInt(dispute.returned_cents),
    )
    expect(sumOf(ofCase.filter((line) => line.position === 'case_hold'))).toBe(0n)
    const status = dispute.returned_cents === '0' ? 'released' : 'returned'
    expect(new Set(ofCase.map((line) => line.financial_case?.status))).toEqual(new Set([status]))
    expect(await closed(dispute.id)).toMatchObject({
      amount_cents: dispute.amount_cents,
      returned_cents: dispute.returned_cents,
      result: dispute.decision?.result,
      answer_until: dispute.answer_until,
      held_cents: '0',
    })
  }
  const returnedCents = disputes.reduce((sum, dispute) => sum + BigInt(dispute.returned_cents), 0n)
  expect(await read<ChargeJson>(`/v1/pix/charges/${charge.id}`)).toMatchObject({
    refunded_cents: returnedCents.toString(),
    status: { 0: 'paid', 10000: 'refunded' }[Number(returnedCents)] ?? 'partially_refunded',
  })
  expect(await balanceOf(merchant.rest)).toMatchObject({ blocked_cents: '0' })
}

test('a merchant gets a notice and three warnings, sends evidence and wins the dispute', async () => {
  const { charge, before, opened, id, medId } = await aDispute({ description: 'Golpe', outcome: 'open' })
  expect(opened).toMatchObject({ amount_cents: '10000', held_cents: '10000', status: 'open', result: null })
  expect(await listDisputes('status=open')).toMatchObject([
    { id, charge_id: charge.id, answer_until: opened['answer_until'], reason: 'MED_FRAUDE' },
  ])
  expect(await readDispute(id)).toMatchObject({ amount_cents: '10000', blocked: { pending_cents: '10000' } })
  expect(await balanceOf(merchant.rest)).toMatchObject({ blocked_cents: '10000', payouts_suspended: true })
  expect(await refusedRefund(merchant.rest, charge.id)).toBe('dispute_open')
  expect(merchant.events.filter(({ type }) => type === 'dispute.deadline')).toEqual([])

  for (const hours of [72, 24, 4]) {
    goTo(opened['answer_until'], hours * HOUR_MS)
    await merchant.received('dispute.deadline', { case_id: id, hours_before: hours })
  }
  expect((await send(id, 'evidence', { text: 'Entregue em 20/11, recibo assinado.' })).status).toBe(201)
  expect((await readDispute(id)).evidence).toMatchObject({ text: 'Entregue em 20/11, recibo assinado.' })

  await merchant.simulate(`med/${medId}`, { outcome: 'closed' })
  expect(await closed(id)).toMatchObject({ result: 'rejected', returned_cents: '0' })
  await expectAgreement(charge)
  expect({ ...(await balanceOf(merchant.rest)), as_of: '' }).toEqual({ ...before, as_of: '' })
  expect(merchant.events.filter(({ type }) => type === 'dispute.deadline')).toHaveLength(3)
  expect((await requestRefund(merchant.rest, charge.id)).status).toBe(201)
})

test('a merchant accepts a dispute, and the network returns nothing more at the deadline', async () => {
  const { charge, opened, id, medId } = await aDispute({ amount_cents: 6_000 })
  const accepted = await send(id, 'accept')
  expect([accepted.status, accepted.body.status]).toEqual([202, 'returning'])
  expect(await refusedRefund(merchant.rest, charge.id)).toBe('dispute_open')
  expect(await closed(id)).toMatchObject({ result: 'accepted', returned_cents: '6000' })
  await merchant.received('charge.refunded', { charge_id: charge.id, refunded_cents: '6000' })

  goTo(opened['answer_until'], -HOUR_MS)
  await merchant.until(async () => {
    const med = await merchant.simulate(`med/${medId}`)
    expect(med).toMatchObject({ status: 'returned', granted_cents: '6000', devolucao_ids: [] })
  })
  await expectAgreement(charge)
  expect(await listDisputes()).toHaveLength(1)
})

test('after a missed deadline the network decides the dispute and returns the money', async () => {
  const { charge, opened, id } = await aDispute()
  goTo(opened['answer_until'], -1)
  const refusal = await refusalOf(id, 'evidence', { text: 'Tarde.' })
  expect([
    [409, 'evidence_deadline_passed'],
    [409, 'dispute_not_open'],
  ]).toContainEqual(refusal)
  expect(await closed(id)).toMatchObject({ result: 'accepted', returned_cents: '10000' })
  await expectAgreement(charge)
  expect(await balanceOf(merchant.rest)).toMatchObject({ total_cents: '0', owed_to_service_cents: '0' })
})

test('a decision 40 days after the notice closes the dispute, which stays open until then', async () => {
  const { charge, opened, id } = await aDispute({ delay_ms: 40 * DAY_MS })
  goTo(opened['answer_until'], -DAY_MS)
  expect(await refusalOf(id, 'evidence', { text: 'Tarde.' })).toEqual([409, 'evidence_deadline_passed'])
  expect(await refusedRefund(merchant.rest, charge.id)).toBe('dispute_open')
  expect(await readDispute(id)).toMatchObject({ status: 'open', decision: null })
  goTo(opened['answer_until'], WINDOW_MS - 40 * DAY_MS)
  expect(await closed(id)).toMatchObject({ result: 'accepted' })
  await expectAgreement(charge)
})

test('after a partial return, each further return is recorded as another dispute without a deadline', async () => {
  const { charge, id, medId } = await aDispute({ outcome: 'open', return_interval_ms: DAY_MS })
  await merchant.simulate(`med/${medId}`, { outcome: 'returned', returns: [4_000, 3_000] })
  expect(await closed(id)).toMatchObject({ result: 'partly_accepted', returned_cents: '4000' })
  await expectAgreement(charge)
  merchant.world.clock.advance(DAY_MS)
  await merchant.received('charge.refunded', { charge_id: charge.id, refunded_cents: '7000' })
  await expectAgreement(charge)
  expect(await listDisputes()).toMatchObject([
    { status: 'closed', amount_cents: '3000', returned_cents: '3000', answer_until: null },
    { id, status: 'closed', amount_cents: '10000', returned_cents: '4000' },
  ])
})

test('a withdrawn dispute is closed as cancelled', async () => {
  const { charge, before, id, medId } = await aDispute({ outcome: 'open', amount_cents: 2_500 })
  await merchant.simulate(`med/${medId}`, { outcome: 'cancelled' })
  expect(await closed(id)).toMatchObject({ result: 'cancelled', amount_cents: '2500' })
  await expectAgreement(charge)
  expect(await balanceOf(merchant.rest)).toMatchObject({ total_cents: before['total_cents'] })
})

test('the simulated network disputes each payment of a payer with the document 77777777777', async () => {
  const { body } = await createCharge(merchant.rest, {
    payer: { name: 'Ana', document: '77777777777', email: 'ana@exemplo.com', phone: '11987654321' },
  })
  await merchant.simulate('pay', { txid: body.pix?.txid })
  const { case_id: id } = await merchant.received('dispute.opened', { charge_id: body.id })
  merchant.world.clock.advance(60_000)
  expect(await closed(String(id))).toMatchObject({ result: 'rejected' })
})
