import { isPerson, recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import { txidOf, type Charge } from '../charge.entity.ts'
import { getCharge } from '../charge.queries.ts'
import { statusAt } from '../charge-status.ts'
import { recordCancelled } from './record-cancelled.ts'
import { reportedBy, storePayments } from '../../inbox/network-inbox.ts'

/**
 * Cancels a pending charge. Removes the charge at the network first. If a payment arrives before the removal, the
 * charge becomes paid instead. Idempotent: a charge that is already cancelled is returned without a change.
 * @throws Problem not_found, reason `charge_not_found`.
 * @throws Problem conflict, reason `charge_not_cancellable`: the status of the charge allows no cancellation.
 * @throws Problem conflict, reason `issuance_unknown`: the charge is still `created`.
 * @throws Problem provider_unavailable, reason `processing_unavailable`: the outcome at the network is unknown. The
 * caller should try again.
 */
export async function cancelCharge(
  ctx: Context & WithPix,
  merchantId: string,
  id: string,
  by: 'merchant' | 'service',
): Promise<Charge> {
  const charge = await getCharge(ctx, merchantId, id)
  const status = statusAt(charge, ctx.clock.now())
  if (status === 'cancelled') return charge
  if (status === 'created') throw new Problem('conflict', { reason: 'issuance_unknown' })
  if (status !== 'pending') throw new Problem('conflict', { reason: 'charge_not_cancellable' })

  await recordRequest(ctx, charge, by)
  const outcome = await ctx.pix.of(charge.pixAccountId).remove(txidOf(charge.id))
  if (outcome.kind === 'unavailable')
    throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  if (outcome.kind === 'not_removable' && !(await isRemovedAtNetwork(ctx, charge))) {
    throw new Problem('conflict', { reason: 'charge_not_cancellable' })
  }
  return recordCancellation(ctx, charge, by)
}

/**
 * Stores who requested the cancellation before the network removes the charge. If the process crashes after the
 * removal, `sweepRemoved` completes the cancellation and reads the requester from the charge.
 */
async function recordRequest(ctx: Context, charge: Charge, by: 'merchant' | 'service'): Promise<void> {
  await db(ctx)
    .updateTable('charge')
    .set({ cancel_asked_at: ctx.clock.now(), cancel_asked_by: by, cancel_asked_actor: ctx.actor })
    .where('merchant_id', '=', charge.merchantId)
    .where('id', '=', charge.id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Returns whether the network has already removed the charge, for example in an earlier attempt whose response was
 * lost. Stores the payments that the network reports for the charge, because the charge may have been paid.
 */
async function isRemovedAtNetwork(ctx: Context & WithPix, charge: Charge): Promise<boolean> {
  const found = await ctx.pix.of(charge.pixAccountId).find(txidOf(charge.id))
  if (found.kind === 'unavailable')
    throw new Problem('provider_unavailable', { reason: 'processing_unavailable' })
  if (found.kind === 'absent') return false
  await storePayments(ctx, reportedBy(charge.pixAccountId, found.cob.payments), 'issuance')
  return found.cob.status.startsWith('REMOVIDA')
}

function recordCancellation(ctx: Context, charge: Charge, by: 'merchant' | 'service'): Promise<Charge> {
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
