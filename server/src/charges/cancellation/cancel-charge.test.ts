import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPaidCharge, createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
beforeEach(() => {
  world.network.liftFaults()
})
afterAll(() => world.stop())

const cancel = (id: string) => world.rest.post<ChargeJson>(`/v1/pix/charges/${id}/cancel`)
const refusal = async (id: string) => {
  const { status, body } = await world.rest.post(`/v1/pix/charges/${id}/cancel`)
  return [status, body.error.details.reason]
}

test('a pending charge is cancelled at the PSP too, and a repeated request returns the same charge', async () => {
  const { body } = await createCharge(world.rest)
  expect(await cancel(body.id)).toMatchObject({
    status: 200,
    body: { status: 'cancelled', pix: { txid: body.pix?.txid } },
  })
  expect(await cancel(body.id)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  expect(world.network.cob(body.pix?.txid ?? '')).toMatchObject({
    cob: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  })
})

test('cancelling a charge that was already paid at the PSP is refused, and the charge becomes paid', async () => {
  const { body } = await createCharge(world.rest)
  world.network.pay({ txid: body.pix?.txid ?? '', callback: 'lost' })
  expect(await refusal(body.id)).toEqual([409, 'charge_not_cancellable'])
  await world.settleInbox()
  expect((await world.rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status).toBe('paid')
})

test('a payment after the cancellation does not make the charge paid', async () => {
  const { body } = await createCharge(world.rest)
  await cancel(body.id)
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.settleInbox()
  const { body: charge } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)
  expect(charge).toMatchObject({ status: 'cancelled', payments_count: 1, paid_at: null })
})

test('cancelling a paid or expired charge, a charge of unknown issuance, or an unknown id is refused with a reason', async () => {
  expect(await refusal((await aPaidCharge(world)).id)).toEqual([409, 'charge_not_cancellable'])
  const { body: expiring } = await createCharge(world.rest, { expires_in_seconds: 60 })
  world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
  const { body: unknown } = await createCharge(world.rest)
  expect(await refusal(unknown.id)).toEqual([409, 'issuance_unknown'])
  world.clock.advance(70_000)
  expect(await refusal(expiring.id)).toEqual([409, 'charge_not_cancellable'])
  expect(await refusal('nothing')).toEqual([404, 'charge_not_found'])
})

test('after a lost response of the PSP, a repeated request cancels the charge', async () => {
  const { body } = await createCharge(world.rest)
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  expect(await refusal(body.id)).toEqual([503, 'processing_unavailable'])
  expect((await cancel(body.id)).body.status).toBe('cancelled')
})
