import { getCharge } from '../charges/charge.queries.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { Refund } from './refund.entity.ts'

/** A refund with its charge. */
export interface RefundOfCharge {
  refund: Refund
  charge: Charge
}

/** Returns the refunds of one charge, newest first. @throws Problem not_found, reason `charge_not_found`. */
export async function listRefunds(
  ctx: Context,
  merchantId: string,
  chargeId: string,
): Promise<RefundOfCharge[]> {
  const charge = await getCharge(ctx, merchantId, chargeId)
  const refunds = await entities(ctx).find(
    Refund,
    { merchantId, chargeId: charge.id },
    { orderBy: { requestedAt: 'desc', id: 'desc' } },
  )
  return refunds.map((refund) => ({ refund, charge }))
}

/** Returns the refunds of several charges of one merchant, newest first. Data loaders call this function. */
export function listRefundsOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<Refund[]> {
  return entities(ctx).find(
    Refund,
    { merchantId, chargeId: { $in: [...chargeIds] } },
    { orderBy: { requestedAt: 'desc', id: 'desc' } },
  )
}

/** Loads the refunds of a charge. The charges of one request are read with one query. */
export const refundsOfCharge = manyByOwner(listRefundsOfCharges, (refund) => refund.chargeId)

/** Finds the refund that was requested with this idempotency key. Returns null when there is no such refund. */
export function findRefundByKey(
  ctx: Context,
  merchantId: string,
  idempotencyKey: string,
): Promise<Refund | null> {
  return entities(ctx).findOne(Refund, { merchantId, idempotencyKey })
}
