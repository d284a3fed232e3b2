import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { eachMerchant, runnable, type FindParameters } from '../../kernel/jobs/each-due.ts'
import type { DueRow } from '../../kernel/jobs/job-failure.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { SAME_MERCHANT } from '../../kernel/database/same-merchant.ts'
import { db } from '../../kernel/database/tables.ts'
import type { RemovedCob } from '../../pix/provider.ts'
import { chargeIdOf } from '../charge.entity.ts'
import { CHARGE_COLUMNS } from '../charge.queries.ts'
import { recordCancelled } from './record-cancelled.ts'
import { reportedBy, storePayments } from '../../inbox/network-inbox.ts'

const JOB = 'removed'
/**
 * Charges whose cancellation was requested less than this time ago are skipped. `cancelCharge` may still be running for
 * such a charge, and then records the outcome itself.
 */
const RECENT_REQUEST_MS = 60_000

/**
 * Cancels the charges of `removed` that are still pending. First stores the payments that the network reports for these
 * charges, so that a charge paid before its removal is not cancelled. Such a charge stays pending until its payment is
 * recorded. Returns how many pending charges it processed.
 */
export async function cancelRemoved(
  ctx: Context,
  accountId: string,
  removed: readonly RemovedCob[],
): Promise<number> {
  const ids = removed.flatMap((cob) => chargeIdOf(cob.txid) ?? [])
  if (ids.length === 0) return 0
  const payments = removed.flatMap((cob) => cob.payments)
  await storePayments(ctx, reportedBy(accountId, payments), 'sweep')
  const find = (first: FindParameters) => findPending(ctx, first, { accountId, ids })
  return eachMerchant(ctx, { job: JOB, limit: ids.length, find }, cancel)
}

function findPending(
  ctx: Context,
  first: FindParameters,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<DueRow[]> {
  const [now, limit] = first
  return db(ctx)
    .selectFrom('charge')
    .select(['charge.merchant_id as merchantId', 'charge.id'])
    .where('charge.id', '=', anyUuid(ids))
    .where('charge.status', '=', 'pending')
    .where('charge.pix_account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('charge.cancel_asked_at', 'is', null),
        eb('charge.cancel_asked_at', '<=', plusMs(now, -RECENT_REQUEST_MS)),
      ]),
    )
    .where(runnable(ctx, JOB, first, { merchantId: 'charge.merchant_id', id: 'charge.id' }))
    .orderBy('charge.id')
    .limit(limit)
    .execute()
}

function cancel(ctx: Context, merchantId: string, ids: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const charges = await db(tx)
      .selectFrom('charge')
      .select(CHARGE_COLUMNS)
      .where('charge.merchant_id', SAME_MERCHANT, merchantId)
      .where('charge.id', '=', anyUuid(ids))
      .where('charge.status', '=', 'pending')
      .orderBy('charge.id')
      .forNoKeyUpdate()
      .execute()
    for (const charge of charges) await recordCancelled(tx, charge, charge.cancelAskedBy ?? 'service')
  })
}
