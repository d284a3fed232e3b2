import type { Tx } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { recordEvents } from '../../webhooks/events/record-events.ts'
import { chargeCancelled } from '../charge-events.ts'
import { txidOf, type Charge } from '../charge.entity.ts'
import { CHARGE_COLUMNS } from '../charge.queries.ts'

/**
 * Moves a pending charge to `cancelled` and emits `charge.cancelled`. If the charge is not pending any more, changes
 * nothing and returns undefined. Does the same if the inbox contains an unprocessed payment of the charge's exact
 * amount, because that payment will make the charge paid.
 */
export async function recordCancelled(
  tx: Tx,
  charge: Charge,
  by: 'merchant' | 'service',
): Promise<Charge | undefined> {
  const now = tx.clock.now()
  const cancelled = await db(tx)
    .updateTable('charge')
    .set({
      status: 'cancelled',
      cancelled_at: now,
      updated_at: now,
      cancelled_correlation_id: tx.correlationId,
    })
    .where('charge.merchant_id', '=', charge.merchantId)
    .where('charge.id', '=', charge.id)
    .where('charge.status', '=', 'pending')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('network_inbox as n')
            .select('n.id')
            .where('n.txid', '=', txidOf(charge.id))
            .where('n.kind', '=', 'pix')
            .where('n.state', '<>', 'done')
            .whereRef('n.amount_cents', '=', 'charge.amount_cents'),
        ),
      ),
    )
    .returning(CHARGE_COLUMNS)
    .executeTakeFirst()
  if (cancelled) await recordEvents(tx, charge.merchantId, [chargeCancelled(cancelled, by)], now)
  return cancelled
}
