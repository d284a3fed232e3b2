import { isPerson, recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/sql.ts'
import type { WithPix } from '../pix/provider.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { chargeCancelled } from './charge-events.ts'
import type { Charge } from './charge.entity.ts'
import { getCharge } from './charge.queries.ts'
import { chargeOf, type ChargeRow } from './charge-row.ts'
import { storePayments } from './store-payments.ts'

/**
 * Cancels a pending charge, at the network first: a payment that wins the race wins. Repeating it changes nothing.
 * @throws Problem not_found, reason `charge_not_found`.
 * @throws Problem conflict, reason `charge_not_cancellable`, or `issuance_unknown` while it is still `created`.
 * @throws Problem provider_unavailable, reason `processing_unavailable`: nothing is known to have changed; try again.
 */
export async function cancelCharge(
  ctx: Context & WithPix,
  merchantId: string,
  id: string,
  by: 'merchant' | 'service',
): Promise<Charge> {
  const charge = await getCharge(ctx, merchantId, id)
  const status = charge.statusAt(ctx.clock.now())
  if (status === 'cancelled') return charge
  if (status === 'created') throw new Problem('conflict', { reason: 'issuance_unknown' })
  if (status !== 'pending') throw new Problem('conflict', { reason: 'charge_not_cancellable' })

  const outcome = await ctx.pix.remove(charge.txid)
  if (outcome.kind === 'unavailable')
    throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  if (outcome.kind === 'not_removable' && !(await isRemovedThere(ctx, charge))) {
    throw new Problem('conflict', { reason: 'charge_not_cancellable' })
  }
  return recordCancelled(ctx, charge, by)
}

/** Removed by an earlier try whose answer was lost; or paid, and then the payment is kept on the way. */
async function isRemovedThere(ctx: Context & WithPix, charge: Charge): Promise<boolean> {
  const found = await ctx.pix.find(charge.txid)
  if (found.kind === 'unavailable')
    throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  if (found.kind === 'absent') return false
  await storePayments(ctx, found.cob.payments, 'issuance')
  return found.cob.status.startsWith('REMOVIDA')
}

function recordCancelled(ctx: Context, charge: Charge, by: 'merchant' | 'service'): Promise<Charge> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [row] = await sql<ChargeRow>(
      tx,
      `update charge set status = 'cancelled', cancelled_at = $3, updated_at = $3
       where merchant_id = $1 and id = $2 and status = 'pending' returning *`,
      [charge.merchantId, charge.id, now],
    )
    if (row) {
      const cancelled = chargeOf(row)
      await recordEvents(tx, charge.merchantId, [chargeCancelled(cancelled, by)], now)
      if (isPerson(tx)) {
        await recordAudit(tx, {
          action: 'charge.cancel',
          target: { type: 'charge', id: charge.id },
          merchantId: charge.merchantId,
          before: { status: charge.status },
        })
      }
      return cancelled
    }
    const current = await getCharge(tx, charge.merchantId, charge.id)
    if (current.status !== 'cancelled') throw new Problem('conflict', { reason: 'charge_not_cancellable' })
    return current
  })
}
