import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { eachMerchant, isRunnable } from '../../kernel/jobs/each-due.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { RemovedCob } from '../../pix/provider.ts'
import { chargeIdOf } from '../charge.entity.ts'
import { chargeOf, OF_MERCHANT, type ChargeRow } from '../charge-row.ts'
import { recordCancelled } from './record-cancelled.ts'
import { storePayments } from '../../inbox/store-payments.ts'

const JOB = 'removed'
/** A cancellation requested more recently may still be running in `cancelCharge`, which records the outcome itself. */
const RECENT_REQUEST_MS = 60_000

/**
 * Cancels the pending charges among those that the network removed. Stores their payments first: a charge that was paid
 * before the removal stays pending until the payment is recorded. Returns how many pending charges it found.
 */
export async function cancelRemoved(ctx: Context, removed: readonly RemovedCob[]): Promise<number> {
  const ids = removed.flatMap((cob) => chargeIdOf(cob.txid) ?? [])
  if (ids.length === 0) return 0
  await storePayments(
    ctx,
    removed.flatMap((cob) => cob.payments),
    'sweep',
  )
  const requestedBefore = plusMs(ctx.clock.now(), -RECENT_REQUEST_MS)
  return eachMerchant(
    ctx,
    { job: JOB, limit: ids.length, find: (first) => sql(ctx, PENDING, [...first, ids, requestedBefore]) },
    cancel,
  )
}

const PENDING = `
  select merchant_id as "merchantId", id from charge
  where id = any($4::uuid[]) and status = 'pending' and (cancel_asked_at is null or cancel_asked_at <= $5::timestamptz)
    and ${isRunnable(JOB, { merchantId: 'merchant_id', id: 'id' })}
  order by id limit $2`

function cancel(ctx: Context, merchantId: string, ids: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const rows = await sql<ChargeRow>(tx, LOCK, [merchantId, ids])
    for (const charge of rows.map(chargeOf)) {
      await recordCancelled(tx, charge, charge.cancelAskedBy ?? 'service')
    }
  })
}

const LOCK = `
  select * from charge where ${OF_MERCHANT} and id = any($2::uuid[]) and status = 'pending'
  order by id for no key update`
