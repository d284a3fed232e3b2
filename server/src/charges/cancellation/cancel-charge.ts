import { isPerson, recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { WithPix } from '../../pix/provider.ts'
import type { Charge } from '../charge.entity.ts'
import { getCharge } from '../charge.queries.ts'
import { recordCancelled } from './record-cancelled.ts'
import { storePayments } from '../../inbox/store-payments.ts'

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

  await sql(ctx, ASK, [merchantId, id, ctx.clock.now(), by])
  const outcome = await ctx.pix.remove(charge.txid)
  if (outcome.kind === 'unavailable')
    throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  if (outcome.kind === 'not_removable' && !(await isRemovedThere(ctx, charge))) {
    throw new Problem('conflict', { reason: 'charge_not_cancellable' })
  }
  return finishCancelling(ctx, charge, by)
}

/** If the process dies after the network removed the charge, `sweepRemoved` records who asked for it. */
const ASK = `
  update charge set cancel_asked_at = $3, cancel_asked_by = $4
  where merchant_id = $1 and id = $2 and status = 'pending'`

/** Removed by an earlier try whose answer was lost; or paid, and then the payment is kept on the way. */
async function isRemovedThere(ctx: Context & WithPix, charge: Charge): Promise<boolean> {
  const found = await ctx.pix.find(charge.txid)
  if (found.kind === 'unavailable')
    throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  if (found.kind === 'absent') return false
  await storePayments(ctx, found.cob.payments, 'issuance')
  return found.cob.status.startsWith('REMOVIDA')
}

function finishCancelling(ctx: Context, charge: Charge, by: 'merchant' | 'service'): Promise<Charge> {
  return transaction(ctx, async (tx) => {
    const cancelled = await recordCancelled(tx, charge, by)
    if (!cancelled) {
      const current = await getCharge(tx, charge.merchantId, charge.id)
      if (current.status !== 'cancelled') throw new Problem('conflict', { reason: 'charge_not_cancellable' })
      return current
    }
    if (isPerson(tx)) {
      await recordAudit(tx, {
        action: 'charge.cancel',
        target: { type: 'charge', id: charge.id },
        merchantId: charge.merchantId,
        before: { status: charge.status },
      })
    }
    return cancelled
  })
}
