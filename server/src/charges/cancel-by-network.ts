import { transaction, type Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { chargeCancelled } from './charge-events.ts'
import type { Charge } from './charge.entity.ts'
import { chargeOf, type ChargeRow } from './charge-row.ts'

/** The PSP itself removed the charge (`REMOVIDA_PELO_PSP`): a pending one becomes `cancelled`, any other stays. */
export function cancelledByNetwork(ctx: Context, charge: Charge): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [row] = await sql<ChargeRow>(
      tx,
      `update charge set status = 'cancelled', cancelled_at = $3, updated_at = $3
       where merchant_id = $1 and id = $2 and status = 'pending' returning *`,
      [charge.merchantId, charge.id, now],
    )
    if (row) await recordEvents(tx, charge.merchantId, [chargeCancelled(chargeOf(row), 'service')], now)
  })
}
