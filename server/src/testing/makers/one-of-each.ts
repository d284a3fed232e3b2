import { openDispute } from '../../disputes/open-dispute.ts'
import { cancelPayout } from '../../payouts/cancel-payout.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import { reservePayout } from '../../payouts/reserve-payout.ts'
import { closeException } from '../../exceptions/close-exception.ts'
import { listExceptions } from '../../exceptions/exception.queries.ts'
import { openException } from '../../exceptions/exceptions.ts'
import { inviteStaff } from '../../staff/invitations/invite-staff.ts'
import { startReplay } from '../../webhooks/replays/start-replay.ts'
import { aBankAccount } from './bank-accounts.ts'
import { settleEverything } from './books.ts'
import { anIdempotencyKey, aPaidCharge, createCharge } from './makers.ts'
import { requestRefund, untilEnded } from './returns.ts'
import type { World } from '../world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What there is to know of a world with something in each of its lists. */
export interface OneOfEach {
  /** The shop's first endpoint of two; the other was turned off. */
  endpointId: string
  /** A moment with something of the shop before it, and something after it. */
  noon: Date
}

/**
 * Fills every list of the console, most of them with two things that their filters tell apart; what people do there is
 * done by `actor`.
 */
export async function oneOfEach(world: World, actor: string): Promise<OneOfEach> {
  const ctx = world.context(actor)
  const [endpointId, otherId] = [await anEndpoint(world, 'first'), await anEndpoint(world, 'other')]
  await aBankAccount(world, world.merchantId)
  const refunded = await aPaidCharge(world, { order_reference: 'a-devolver', amount_cents: 4_000 })
  await settleEverything(world)
  await untilEnded(world, (await requestRefund(world.rest, refunded.id, { amount_cents: 3_000 })).body)
  world.clock.advance(HOUR_MS)
  const noon = world.clock.now()
  world.clock.advance(HOUR_MS)
  await payOut(world, actor)
  await sell(world, actor)
  await differ(world, actor)
  for (const id of [endpointId, otherId])
    await startReplay(ctx, world.merchantId, {
      from: new Date(noon.getTime() - DAY_MS),
      to: new Date(noon.getTime() + DAY_MS),
      endpointId: id,
      source: 'deliveries',
      eventTypes: [],
      status: 'pending',
      includeSucceeded: false,
    })
  await world.rest.delete(`/v1/webhooks/endpoints/${otherId}`)
  const rita = { email: 'rita@exemplo.com.br', name: 'Rita', role: 'support' } as const
  await inviteStaff(ctx, rita)
  return { endpointId, noon }
}

async function anEndpoint(world: World, path: string): Promise<string> {
  const url = `https://shop.example/${path}`
  return (await world.rest.post<{ id: string }>('/v1/webhooks/endpoints', { url })).body.id
}

/** A charge that is contested, one that waits, and one of another merchant. */
async function sell(world: World, actor: string): Promise<void> {
  const contested = await aPaidCharge(world, { order_reference: 'contestado', amount_cents: 5_000 })
  await openDispute(world.context(actor), world.merchantId, {
    endToEndId: contested.end_to_end_id ?? '',
    amountCents: null,
    nature: 'MED_FRAUDE',
    description: null,
  })
  await createCharge(world.rest, { order_reference: 'pendente', amount_cents: 7_000 })
  const { rest } = await world.anotherMerchant()
  await createCharge(rest, { order_reference: 'de outra loja' })
}

/** One payout that is made, one that is reserved, one that was given back. */
async function payOut(world: World, actor: string): Promise<void> {
  const reserve = (amountCents: bigint) =>
    reservePayout(world.context(actor), world.merchantId, {
      amountCents,
      forceReason: 'Combinado',
      idempotencyKey: anIdempotencyKey(),
    })
  await recordPayout(world.context(actor), world.merchantId, {
    amountCents: 300n,
    forceReason: 'Combinado',
    externalReference: 'TED-1',
    paidAt: world.clock.now(),
  })
  const { id } = await reserve(100n)
  await reserve(200n)
  await cancelPayout(world.context(actor), world.merchantId, id, 'O banco recusou')
}

/** Two differences of each of two merchants, one of them closed. */
async function differ(world: World, actor: string): Promise<void> {
  const { merchantId: other } = await world.anotherMerchant()
  for (const [n, merchantId] of [world.merchantId, other].entries())
    for (const kind of ['missing_at_network', 'amount_differs'] as const)
      await openException(
        world.context(),
        merchantId,
        { kind, endToEndId: `E${String(n).repeat(31)}`, paymentId: null, details: { recorded_cents: '1' } },
        world.clock.now(),
      )
  const { items } = await listExceptions(world.context(), { merchantId: other }, { limit: 1 })
  await closeException(world.context(actor), other, items[0]?.id ?? '', { resolution: 'Conferida' })
}
