import { beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { aPaidCharge, anIdempotencyKey, createCharge } from '../testing/fixtures/charges.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let support: ConsoleClient
beforeAll(async () => {
  support = await testConsole.signedIn('support')
})

interface RequestRefundData {
  requestRefund: {
    replayed: boolean
    refund: { id: string; amountCents: string; status: string }
    charge: { refundableCents: string; refunds: { id: string }[]; cases: { kind: string }[] }
  }
}

const REQUEST_REFUND = `mutation ($m: Uuid!, $c: Uuid!, $k: String!, $a: Cents, $r: RefundReason, $d: String) {
  requestRefund(merchantId: $m, chargeId: $c, idempotencyKey: $k, amountCents: $a, reason: $r, description: $d) {
    replayed refund { id amountCents status } charge { refundableCents refunds { id } cases { kind } } } }`

const send = (chargeId: string, more: Record<string, unknown> = {}, browser = support) =>
  browser.send<RequestRefundData>(REQUEST_REFUND, {
    m: world.merchantId,
    c: chargeId,
    k: anIdempotencyKey(),
    ...more,
  })

test('a partial refund by support shows the amount that can still be refunded, and is in the audit log', async () => {
  const { id } = await aPaidCharge(world, { amount_cents: 10_000 })
  const { data, errors } = await send(id, { a: '3000', r: 'duplicate', d: 'Pagou duas vezes' })
  expect(errors).toEqual([])
  const { refund, charge } = data?.requestRefund ?? {}
  expect(refund?.amountCents).toBe('3000')
  expect(charge).toMatchObject({
    refundableCents: '7000',
    refunds: [{ id: refund?.id }],
    cases: [{ kind: 'refund' }],
  })
  expect(await auditOf(world.context(), refund?.id ?? '')).toMatchObject([
    {
      actor: expect.stringMatching(/^staff:/),
      role: 'support',
      action: 'refund.request',
      reason: 'Pagou duas vezes',
      after: { charge_id: id, amount_cents: '3000', reason: 'duplicate' },
    },
  ])
})

test('a failed refund has a failure text in Portuguese and in English', async () => {
  const { id } = await aPaidCharge(world)
  const { data } = await send(id, { a: '100' })
  await sql(
    world.context(),
    `update refund set status = 'failed', failure_code = 'return_refused' where id = $1`,
    [data?.requestRefund.refund.id ?? ''],
  )
  const text = 'query ($id: Uuid!) { charge(id: $id) { refunds { failureText } } }'
  expect(await support.send(text, { id })).toMatchObject({
    data: {
      charge: {
        refunds: [
          { failureText: ['Devolução recusada pela rede Pix', 'The Pix network refused the refund'] },
        ],
      },
    },
  })
})

test('when a refund request is repeated with the same idempotency key, the charge is refunded once', async () => {
  const { id } = await aPaidCharge(world)
  const key = anIdempotencyKey()
  const first = await send(id, { k: key, a: '100' })
  const second = await send(id, { k: key, a: '100' })
  expect(second.data?.requestRefund).toMatchObject({
    replayed: true,
    refund: { id: first.data?.requestRefund.refund.id },
  })
  expect(await auditOf(world.context(), first.data?.requestRefund.refund.id ?? '')).toHaveLength(1)
})

test('a refund that is not possible is refused with a reason, or with the name of the invalid field', async () => {
  const { id } = await aPaidCharge(world, { amount_cents: 500 })
  const { errors } = await send(id, { a: '501' })
  expect(errors[0]?.extensions).toMatchObject({ code: 'conflict', reason: 'refund_exceeds_remaining' })
  expect((await send(id, { a: '0' })).errors[0]?.extensions.fields).toEqual([
    { path: 'amountCents', code: 'out_of_range' },
  ])
  expect((await send(id, { d: 'x'.repeat(141) })).errors[0]?.extensions.fields).toEqual([
    { path: 'description', code: 'too_long' },
  ])
  expect((await send(world.merchantId)).errors[0]?.extensions).toMatchObject({ reason: 'charge_not_found' })
})

test('a refund that a merchant requests with its API key is not in the audit log', async () => {
  const { id } = await aPaidCharge(world)
  const { body } = await world.rest.post<{ id: string }>(
    `/v1/pix/charges/${id}/refunds`,
    { amount_cents: 100 },
    { 'idempotency-key': anIdempotencyKey() },
  )
  expect(await auditOf(world.context(), body.id)).toEqual([])
})

test('support cancels a pending charge once, with one audit entry, and cannot cancel a paid charge', async () => {
  const cancel = (chargeId: string) =>
    support.send<{ cancelCharge: { status: string } }>(
      'mutation ($m: Uuid!, $c: Uuid!) { cancelCharge(merchantId: $m, chargeId: $c) { status } }',
      { m: world.merchantId, c: chargeId },
    )
  const { body } = await createCharge(world.rest)
  expect((await cancel(body.id)).data).toEqual({ cancelCharge: { status: 'cancelled' } })
  expect((await cancel(body.id)).data).toEqual({ cancelCharge: { status: 'cancelled' } })
  expect(await auditOf(world.context(), body.id)).toMatchObject([
    { action: 'charge.cancel', role: 'support', before: { status: 'pending' } },
  ])
  const paid = await aPaidCharge(world)
  expect((await cancel(paid.id)).errors[0]?.extensions.reason).toBe('charge_not_cancellable')
})
