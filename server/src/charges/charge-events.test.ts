import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { EVENT_SHAPES } from '../api-docs/webhook-openapi.ts'
import { isSubscribable } from '../webhooks/events/event-types.ts'
import { cancelCharge } from './cancellation/cancel-charge.ts'
import { expireCharges } from './cancellation/expire-charges.ts'
import { resolveIssuance } from './issuance/resolve-issuance.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { reserveBps: 1_000, reserveDays: 30 } })
})
afterAll(() => world.stop())

/** Returns the events of a charge, oldest first. Checks each event strictly against its published schema. */
async function eventsOfCharge(chargeId: string): Promise<[string, object][]> {
  const rows = await sql<{ type: string; body: string }>(
    world.context(),
    'select type, body from webhook_event where charge_id = $1 order by created_at, id',
    [chargeId],
  )
  return rows.map(({ type, body }) => {
    const shape = EVENT_SHAPES.get(type)
    if (!shape) throw new Error(`the event type ${type} is not published`)
    expect(isSubscribable(type)).toBe(true)
    return [type, shape.parse(JSON.parse(body)).data]
  })
}

const about = (charge: { id: string; order_reference: string }) => ({
  charge_id: charge.id,
  order_reference: charge.order_reference,
  amount_cents: '10000',
})

test('a failed charge emits charge.failed, and a cancelled charge emits charge.cancelled once, with the party that cancelled the charge', async () => {
  const { body: refused } = await createCharge(world.rest, { payer: undefined })
  expect(await eventsOfCharge(refused.id)).toEqual([
    ['charge.failed', { ...about(refused), failure_message: 'Dados do pagador incompletos' }],
  ])
  const { body: cancelled } = await createCharge(world.rest)
  expect(await eventsOfCharge(cancelled.id)).toEqual([])
  await world.rest.post(`/v1/pix/charges/${cancelled.id}/cancel`)
  await world.rest.post(`/v1/pix/charges/${cancelled.id}/cancel`)
  const data = { ...about(cancelled), cancelled_at: expect.any(String), cancelled_by: 'merchant' }
  expect(await eventsOfCharge(cancelled.id)).toEqual([['charge.cancelled', data]])
  const { body: byStaff } = await createCharge(world.rest)
  await cancelCharge(world.context(), world.merchantId, byStaff.id, 'service')
  expect(await eventsOfCharge(byStaff.id)).toMatchObject([['charge.cancelled', { cancelled_by: 'service' }]])
})

test('the event charge.paid contains fee, net, reserve and late_payment', async () => {
  const { body: charge } = await createCharge(world.rest)
  const { body: late } = await createCharge(world.rest, { expires_in_seconds: 60 })
  const [pix] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  const { body: paid } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${charge.id}`)
  const data = {
    ...about(charge),
    fee_cents: '200',
    net_cents: '9800',
    reserve_cents: '980',
    paid_at: paid.paid_at,
    end_to_end_id: pix?.endToEndId,
    late_payment: false,
    case_id: null,
  }
  expect(await eventsOfCharge(charge.id)).toEqual([['charge.paid', data]])
  world.clock.advance(66_000)
  await expireCharges(world.context('job:expiry'), 50)
  world.network.pay({ txid: late.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await eventsOfCharge(late.id)).toMatchObject([
    ['charge.expired', about(late)],
    ['charge.paid', { ...about(late), late_payment: true }],
  ])
})

test('a payment after the cancellation emits charge.payment_held', async () => {
  const { body } = await createCharge(world.rest)
  await world.rest.post(`/v1/pix/charges/${body.id}/cancel`)
  world.network.pay({ txid: body.pix?.txid ?? '', amountCents: 4_999n })
  await world.settleInbox()
  expect(await eventsOfCharge(body.id)).toEqual([
    ['charge.cancelled', expect.anything()],
    [
      'charge.payment_held',
      {
        ...about(body),
        amount_cents: '4999',
        payment_id: expect.any(String),
        end_to_end_id: expect.stringMatching(/^E/),
        classification: 'after_final',
        case_id: expect.any(String),
      },
    ],
  ])
})

test('a charge of unknown issuance emits one charge.issued when the PSP confirms it, and one charge.expired if unpaid', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 600 })
  expect([body.status, await eventsOfCharge(body.id)]).toEqual(['created', []])
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 50)
  const txid = body.id.replaceAll('-', '')
  const issued = ['charge.issued', { ...about(body), expires_at: expect.any(String), txid }]
  expect(await eventsOfCharge(body.id)).toEqual([issued])
  world.clock.advance(600_000)
  await expireCharges(world.context('job:expiry'), 50)
  await expireCharges(world.context('job:expiry'), 50)
  const expired = ['charge.expired', { ...about(body), expires_at: expect.any(String) }]
  expect(await eventsOfCharge(body.id)).toEqual([issued, expired])
})
