import type { Tx } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { chargeCancelled } from '../charge-events.ts'
import type { Charge } from '../charge.entity.ts'
import { chargeOf, type ChargeRow } from '../charge-row.ts'

/**
 * Moves a pending charge to `cancelled` and emits `charge.cancelled`. Changes nothing and returns undefined when the
 * charge is not pending any more. Does the same when a payment of its amount waits in the inbox: that payment wins.
 */
export async function recordCancelled(
  tx: Tx,
  charge: Charge,
  by: 'merchant' | 'service',
): Promise<Charge | undefined> {
  const now = tx.clock.now()
  const [row] = await sql<ChargeRow>(
    tx,
    `update charge set status = 'cancelled', cancelled_at = $3, updated_at = $3,
       cancelled_correlation_id = $4
     where merchant_id = $1 and id = $2 and status = 'pending' and not exists (select from network_inbox n
       where n.txid = $5 and n.kind = 'pix' and n.state <> 'done' and n.amount_cents = charge.amount_cents)
     returning *`,
    [charge.merchantId, charge.id, now, tx.correlationId, charge.txid],
  )
  if (!row) return undefined
  const cancelled = chargeOf(row)
  await recordEvents(tx, charge.merchantId, [chargeCancelled(cancelled, by)], now)
  return cancelled
}
