import { transaction, type Context } from '../../kernel/context.ts'
import { recordEvents, type NewEvent } from '../../webhooks/events/record-events.ts'

/** An event of any merchant. */
export const aBalanceEvent = (merchantId: string): NewEvent => ({
  type: 'balance.available',
  data: {
    amount_cents: '1990',
    available_cents: '1990',
    charges_count: 1,
    as_of: '2026-11-20T12:00:00.000Z',
  },
  source: { type: 'merchant', id: merchantId },
  environment: 'production',
})

/** An event of a charge that was never made. */
export const anExpiredEvent = (chargeId: string, orderReference = 'pedido-1'): NewEvent => ({
  type: 'charge.expired',
  data: {
    charge_id: chargeId,
    order_reference: orderReference,
    amount_cents: '1990',
    expires_at: '2026-11-20T12:00:00.000Z',
  },
  source: { type: 'charge', id: chargeId },
  environment: 'production',
})

/** Records the events as a verb would; answers their ids. */
export async function recorded(ctx: Context, merchantId: string, events: NewEvent[]): Promise<string[]> {
  const rows = await transaction(ctx, (tx) => recordEvents(tx, merchantId, events, tx.clock.now()))
  return rows.map(({ id }) => id)
}
