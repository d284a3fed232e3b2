import { anyUuid } from '../kernel/database/any-of.ts'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { NetworkReturn } from './network-return.entity.ts'

/** A request to return a held payment of a charge. */
export interface HeldPaymentReturn extends Pick<NetworkReturn, 'state' | 'requestedAt' | 'finishedAt'> {
  chargeId: string
  caseId: string
}

/**
 * Returns the requests of this service to return held payments of several charges of one merchant, oldest first. The
 * query selects by merchant and end-to-end id, which are the first columns of an index.
 */
export function listHeldPaymentReturns(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<HeldPaymentReturn[]> {
  return db(ctx)
    .selectFrom('financial_case as f')
    .innerJoin('network_return as n', (join) =>
      join
        .onRef('n.merchant_id', '=', 'f.merchant_id')
        .onRef('n.end_to_end_id', '=', 'f.end_to_end_id')
        .onRef('n.case_id', '=', 'f.id'),
    )
    .select([
      'f.charge_id as chargeId',
      'f.id as caseId',
      'n.state',
      'n.requested_at as requestedAt',
      'n.finished_at as finishedAt',
    ])
    .where('f.merchant_id', '=', merchantId)
    .where('f.charge_id', '=', anyUuid(chargeIds))
    .where('f.kind', '=', 'held_payment')
    .where('n.origin', '=', 'service')
    .orderBy('n.requested_at')
    .orderBy('n.id')
    .$narrowType<{ chargeId: string }>()
    .execute()
}
