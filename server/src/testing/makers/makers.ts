import type { z } from 'zod'
import type { ChargeShape } from '../../charges/charge.present.ts'
import { systemIds } from '../../kernel/ids.ts'
import type { RestAnswer, RestClient } from '../clients/rest-client.ts'
import type { World } from '../world.ts'

export type ChargeJson = z.infer<typeof ChargeShape>

/** Who pays when a test does not say. */
export const PAYER = {
  name: 'Maria José da Silva',
  document: '12345678909',
  email: 'maria@exemplo.com.br',
  phone: '+5511987654321',
}

/** A body that the network issues; `changes` replace or add members. */
export function aChargeBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    order_reference: `pedido-${systemIds.bytes(6).toString('hex')}`,
    amount_cents: 10_000,
    payer: PAYER,
    ...changes,
  }
}

/** A key that no other call of the run uses. */
export const anIdempotencyKey = (): string => `chave-${systemIds.bytes(8).toString('hex')}`

/** Creates a charge over /v1. */
export function createCharge(
  rest: RestClient,
  changes: Record<string, unknown> = {},
  idempotencyKey = anIdempotencyKey(),
): Promise<RestAnswer<ChargeJson>> {
  return rest.post<ChargeJson>('/v1/pix/charges', aChargeBody(changes), { 'idempotency-key': idempotencyKey })
}

/** What paying takes: a world, or one merchant's view of it. */
export type Paying = Pick<World, 'rest' | 'network' | 'settleInbox'>

/** A charge that was paid at the network and recorded here. */
export async function aPaidCharge(world: Paying, changes: Record<string, unknown> = {}): Promise<ChargeJson> {
  const { body } = await createCharge(world.rest, changes)
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.settleInbox()
  const paid = await world.rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)
  return paid.body
}
