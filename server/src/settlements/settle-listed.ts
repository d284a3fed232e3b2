import { sql } from 'kysely'
import { anyText } from '../kernel/database/any-of.ts'
import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { isLockTimeout, isUnreachable } from '../kernel/jobs/transient-error.ts'
import { db } from '../kernel/database/tables.ts'
import type { ListedPayment } from './listed-payment.ts'
import { settlePayments } from './settle-payments.ts'

/** How long a process has the lease on the listings that it claimed. Far longer than it takes to settle a batch. */
const LEASE_MS = 30_000
/** Exponential backoff of a listing whose payment is still in the inbox or failed to settle. */
const RETRY_MS = 1_000
const RETRY_MS_MAX = 300_000

/**
 * Matches the network's listings with recorded payments, in batches of `limit` and one transaction per merchant.
 * Settles a payment of the same amount. Opens an exception for another amount. Retries a listing without a recorded
 * payment later, because the payment may still be in the inbox. After all merchants were tried, settles each payment of a
 * failed batch alone, so that a faulty payment does not delay the others. Retries the listings of a merchant that
 * `failing` pauses later, without a transaction. Returns the number of claimed listings minus the number that failed.
 */
export async function settleListed(
  ctx: Context,
  limit: number,
  failing = new FailingMerchants(),
): Promise<number> {
  let done = 0
  for (;;) {
    const { claimedCount, failedCount } = await settleBatch(ctx, limit, failing)
    done += claimedCount - failedCount
    if (failedCount === 0 || claimedCount < limit || isAborted(ctx)) return done
  }
}

async function settleBatch(
  ctx: Context,
  limit: number,
  failing: FailingMerchants,
): Promise<{ claimedCount: number; failedCount: number }> {
  const claimed = await claimListings(ctx, limit)
  const found = await findPayments(ctx, claimed)
  const settled = new Set<string>()
  const settle = async (merchantId: string, listed: ListedPayment[]): Promise<ListedPayment[]> => {
    if (isAborted(ctx) || failing.isPaused(merchantId, ctx.clock.now())) return []
    const outcome = await settleOrFail({ ctx, failing }, merchantId, listed)
    if (outcome === 'settled') for (const { endToEndId } of listed) settled.add(endToEndId)
    return outcome === 'suspect' ? listed : []
  }
  const suspects: [merchantId: string, listed: ListedPayment[]][] = []
  for (const [merchantId, listed] of Map.groupBy(found, (one) => one.merchantId))
    suspects.push([merchantId, await settle(merchantId, listed)])
  for (const [merchantId, listed] of suspects) for (const one of listed) await settle(merchantId, [one])
  await rescheduleListings(
    ctx,
    claimed.filter((one) => !settled.has(one.endToEndId)),
  )
  return { claimedCount: claimed.length, failedCount: found.length - settled.size }
}

/** Takes a lease on due listings. Skips listings that another process is claiming. */
function claimListings(ctx: Context, limit: number) {
  const now = ctx.clock.now()
  return db(ctx)
    .updateTable('network_listing')
    .set((eb) => ({ next_attempt_at: plusMs(now, LEASE_MS), attempts: eb('attempts', '+', 1) }))
    .where('end_to_end_id', 'in', (eb) =>
      eb
        .selectFrom('network_listing')
        .select('end_to_end_id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('end_to_end_id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['end_to_end_id as endToEndId', 'attempts'])
    .execute()
}

type ClaimedListing = Awaited<ReturnType<typeof claimListings>>[number]

const findPayments = (
  ctx: Context,
  claimed: ClaimedListing[],
): Promise<(ListedPayment & { merchantId: string })[]> =>
  db(ctx)
    .selectFrom('network_listing as n')
    .innerJoin('payment as p', 'p.end_to_end_id', 'n.end_to_end_id')
    .select([
      'p.merchant_id as merchantId',
      'p.id as paymentId',
      'n.end_to_end_id as endToEndId',
      'n.amount_cents as listedCents',
      'n.paid_at as listedPaidAt',
    ])
    .where('n.end_to_end_id', '=', anyText(claimed.map((one) => one.endToEndId)))
    .orderBy('p.merchant_id')
    .orderBy('p.id')
    .execute()

/**
 * Settles payments of one merchant in one transaction. `suspect`: one of several payments failed, so the caller must
 * settle each of them alone.
 */
async function settleOrFail(
  { ctx, failing }: { ctx: Context; failing: FailingMerchants },
  merchantId: string,
  listed: ListedPayment[],
): Promise<'settled' | 'suspect' | 'failed'> {
  try {
    await settlePayments(ctx, merchantId, listed)
    failing.succeeded(merchantId)
    return 'settled'
  } catch (error) {
    const [first, ...more] = listed
    if (isAborted(ctx)) return 'failed'
    if (isLockTimeout(error)) failing.locked(merchantId, ctx.clock.now())
    else if (!first || more.length > 0) return 'suspect'
    else if (!isUnreachable(error)) failing.failed(merchantId, first.paymentId, ctx.clock.now())
    const about = { err: error, merchant_id: merchantId, end_to_end_id: first?.endToEndId }
    ctx.log.error(about, 'payment not settled')
    return 'failed'
  }
}

async function rescheduleListings(ctx: Context, waiting: ClaimedListing[]): Promise<void> {
  if (waiting.length === 0) return
  const now = ctx.clock.now()
  // The exponent is bounded so that it cannot overflow.
  const delayMs = sql<number>`least(${RETRY_MS}::float8 * power(2, least(attempts - 1, 30)), ${RETRY_MS_MAX}::float8)`
  await db(ctx)
    .updateTable('network_listing')
    .set({ next_attempt_at: sql<Date>`${now}::timestamptz + ${delayMs} * interval '1 millisecond'` })
    .where('end_to_end_id', '=', anyText(waiting.map((one) => one.endToEndId)))
    .where('state', '=', 'waiting')
    .execute()
}
