import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { eventShape } from '../webhooks/webhook-openapi.ts'
import { EVENT_TYPES, isSubscribable, type EventType } from '../webhooks/events/event-types.ts'
import { cancelCharge } from './cancellation/cancel-charge.ts'
import { expireCharges } from './cancellation/expire-charges.ts'
import { resolveIssuance } from './issuance/resolve-issuance.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { reserveBps: 1_000, reserveDays: 30 } })
})
afterAll(() => world.stop())

const isType = (text: string): text is EventType => EVENT_TYPES.some((type) => type === text)

/** What the merchant was told of a charge, in order; each as its type is published, and nothing more in it. */
async function toldOf(chargeId: string): Promise<[string, object][]> {
  const rows = await sql<{ type: string; body: string }>(
    world.context(),
    'select type, body from webhook_event where charge_id = $1 order by created_at, id',
    [chargeId],
  )
  return rows.map(({ type, body }) => {
    if (!isType(type)) throw new Error(`${type} is not published`)
    expect(isSubscribable(type)).toBe(true)
    return [type, eventShape(type).parse(JSON.parse(body)).data]
  })
}

const about = (charge: { id: string; order_reference: string }) => ({
  charge_id: charge.id,
  order_reference: charge.order_reference,
  amount_cents: '10000',
})

test('a charge that is refused at once, and one that is cancelled, are told of', async () => {
  const { body: refused } = await createCharge(world.rest, { payer: undefined })
  expect(await toldOf(refused.id)).toEqual([
    ['charge.failed', { ...about(refused), failure_message: 'Dados do pagador incompletos' }],
  ])
  const { body: cancelled } = await createCharge(world.rest)
  expect(await toldOf(cancelled.id)).toEqual([])
  await world.rest.post(`/v1/pix/charges/${cancelled.id}/cancel`)
  await world.rest.post(`/v1/pix/charges/${cancelled.id}/cancel`)
  const told = { ...about(cancelled), cancelled_at: expect.any(String), cancelled_by: 'merchant' }
  expect(await toldOf(cancelled.id)).toEqual([['charge.cancelled', told]])
  const { body: byStaff } = await createCharge(world.rest)
  await cancelCharge(world.context(), world.merchantId, byStaff.id, 'service')
  expect(await toldOf(byStaff.id)).toMatchObject([['charge.cancelled', { cancelled_by: 'service' }]])
})

test('a payment is told of with what is the merchant’s of it, and with whether it came late', async () => {
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
  expect(await toldOf(charge.id)).toEqual([['charge.paid', data]])
  world.clock.advance(66_000)
  await expireCharges(world.context('job:expiry'), 50)
  world.network.pay({ txid: late.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await toldOf(late.id)).toMatchObject([
    ['charge.expired', about(late)],
    ['charge.paid', { ...about(late), late_payment: true }],
  ])
})

test('money that comes after the cancellation is told of as held', async () => {
  const { body } = await createCharge(world.rest)
  await world.rest.post(`/v1/pix/charges/${body.id}/cancel`)
  world.network.pay({ txid: body.pix?.txid ?? '', amountCents: 4_999n })
  await world.settleInbox()
  expect(await toldOf(body.id)).toEqual([
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

test('an issuance that was unknown is told of when it is known; a charge nobody paid, when it has expired', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 600 })
  expect([body.status, await toldOf(body.id)]).toEqual(['created', []])
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 50)
  const txid = body.id.replaceAll('-', '')
  const issued = ['charge.issued', { ...about(body), expires_at: expect.any(String), txid }]
  expect(await toldOf(body.id)).toEqual([issued])
  world.clock.advance(600_000)
  await expireCharges(world.context('job:expiry'), 50)
  await expireCharges(world.context('job:expiry'), 50)
  const expired = ['charge.expired', { ...about(body), expires_at: expect.any(String) }]
  expect(await toldOf(body.id)).toEqual([issued, expired])
})
