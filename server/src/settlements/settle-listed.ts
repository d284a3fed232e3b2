import { sql } from 'kysely'
import { forwardListings } from '../cells/forward/forward-listings.ts'
import { delayedBy } from '../kernel/database/expressions.ts'
import { anyText } from '../kernel/database/any-of.ts'
import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { countFailedItems } from '../kernel/jobs/job-metrics.ts'
import { isEndedByLimit, isLockTimeout, isTransient } from '../kernel/jobs/transient-error.ts'
import { db } from '../kernel/database/tables.ts'
import { MERCHANT_ROWS_MAX } from '../kernel/jobs/each-due.ts'
import { pacedIf } from '../kernel/jobs/pace.ts'
import { partsOf } from '../kernel/values/parts-of.ts'
import type { ListedPayment } from './listed-payment.ts'
import { settlePayments } from './settle-payments.ts'

/**
 * The duration in milliseconds of a process's lease on the listings that it claimed. The lease is far longer than the
 * time that a batch needs.
 */
const LEASE_MS = 60_000
/**
 * The first delay of the exponential backoff for a listing whose payment is still in the inbox or failed to settle, in
 * milliseconds.
 */
const RETRY_MS = 1_000
const RETRY_MS_MAX = 300_000

/**
 * Matches listings with recorded payments, in batches of `limit`. A listing is a payment in the PSP's list. One
 * transaction handles up to MERCHANT_ROWS_MAX payments of a merchant. If the amounts are equal, settles the payment. If
 * the amounts differ, opens an exception. If the payment is not recorded yet, retries later, because the payment may
 * still be in the inbox. If the merchant of the payment has moved to another cell (database), forwards the listing to
 * that cell. If the transaction of a merchant failed, settles each of its payments in a separate transaction after the
 * other merchants. So a faulty payment does not delay other payments. When `failing` pauses a merchant, starts no
 * transaction for this merchant. Its listings wait until the end of the pause, and the wait does not count as an
 * attempt. Waits between the merchants of a batch that is not full (see `paced`). Returns the number of claimed listings
 * minus the number whose payment was found but not settled.
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
  const leaseUntil = plusMs(ctx.clock.now(), LEASE_MS)
  const claimed = await claimListings(ctx, limit, leaseUntil)
  const found = await findPayments(ctx, claimed)
  const settled = new Set<string>()
  const faulty = new Set<string>()
  const settle = async (merchantId: string, listed: ListedPayment[]): Promise<ListedPayment[]> => {
    if (isAborted(ctx) || failing.isPaused(merchantId, ctx.clock.now())) return []
    const outcome = await pacedIf(ctx, claimed.length < limit, () =>
      settleOrFail({ ctx, failing }, merchantId, listed),
    )
    const ended = { settled, faulty, suspect: undefined, interrupted: undefined }[outcome]
    for (const { endToEndId } of listed) ended?.add(endToEndId)
    return outcome === 'suspect' ? listed : []
  }
  const suspects: [merchantId: string, listed: ListedPayment[]][] = []
  for (const [merchantId, listed] of Map.groupBy(found, (one) => one.merchantId))
    for (const part of partsOf(listed, MERCHANT_ROWS_MAX))
      suspects.push([merchantId, await settle(merchantId, part)])
  for (const [merchantId, listed] of suspects) for (const one of listed) await settle(merchantId, [one])

  const untried = found.filter((one) => !settled.has(one.endToEndId) && !faulty.has(one.endToEndId))
  await releaseListings({ ctx, failing }, untried, leaseUntil)
  const released = new Set(untried.map((one) => one.endToEndId))
  const recorded = new Set(found.map((one) => one.endToEndId))
  const forwarded = new Set(
    await forwardListings(
      ctx,
      claimed.filter((id) => !recorded.has(id)),
    ),
  )
  const waiting = claimed.filter((id) => !settled.has(id) && !released.has(id) && !forwarded.has(id))
  await rescheduleListings(ctx, waiting, leaseUntil)
  return { claimedCount: claimed.length, failedCount: found.length - settled.size }
}

/**
 * Takes a lease on due listings. Skips listings that another process is claiming at the same time. Returns the
 * end-to-end ids of the listings with a lease.
 */
async function claimListings(ctx: Context, limit: number, leaseUntil: Date): Promise<string[]> {
  const now = ctx.clock.now()
  const claimed = await db(ctx)
    .updateTable('network_listing')
    .set((eb) => ({ next_attempt_at: leaseUntil, attempts: eb('attempts', '+', 1) }))
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
    .returning('end_to_end_id as endToEndId')
    .execute()
  return claimed.map(({ endToEndId }) => endToEndId)
}

type FoundPayment = ListedPayment & { merchantId: string }

const findPayments = (ctx: Context, endToEndIds: string[]): Promise<FoundPayment[]> =>
  db(ctx)
    .selectFrom('network_listing as n')
    .innerJoin('payment as p', (join) =>
      join
        .onRef('p.end_to_end_id', '=', 'n.end_to_end_id')
        .onRef('p.pix_account_id', '=', 'n.pix_account_id'),
    )
    .select([
      'p.merchant_id as merchantId',
      'p.id as paymentId',
      'n.end_to_end_id as endToEndId',
      'n.amount_cents as listedCents',
      'n.paid_at as listedPaidAt',
    ])
    .where('n.end_to_end_id', '=', anyText(endToEndIds))
    .orderBy('p.merchant_id')
    .orderBy('p.id')
    .execute()

interface Tools {
  ctx: Context
  failing: FailingMerchants
}

/**
 * Settles payments of one merchant in one transaction. Returns `suspect` if one of several payments failed: the caller
 * must then settle each of them in a separate transaction. Returns `faulty` if the only payment in the list failed, and
 * `interrupted` if the payments did not cause the failure.
 */
async function settleOrFail(
  { ctx, failing }: Tools,
  merchantId: string,
  listed: ListedPayment[],
): Promise<'settled' | 'suspect' | 'faulty' | 'interrupted'> {
  try {
    await settlePayments(ctx, merchantId, listed)
    failing.succeeded(merchantId)
    return 'settled'
  } catch (error) {
    const [first, ...more] = listed
    if (isAborted(ctx)) return 'interrupted'
    const isSuspect = !first || more.length > 0
    const isFaulty = !isTransient(error)
    if (isSuspect && (isFaulty || (isEndedByLimit(error) && !isLockTimeout(error)))) return 'suspect'
    if (isFaulty && first) failing.failed(merchantId, first.paymentId, ctx.clock.now())
    if (isEndedByLimit(error)) failing.locked(merchantId, ctx.clock.now())
    const about = { err: error, merchant_id: merchantId, end_to_end_id: first?.endToEndId }
    ctx.log.error(about, 'payment not settled')
    countFailedItems(ctx)
    return isFaulty ? 'faulty' : 'interrupted'
  }
}

/**
 * Ends the lease on listings that were not tried, and on listings whose transaction was interrupted. These listings
 * wait until the end of their merchant's pause, or for RETRY_MS if the merchant is not paused. Subtracts the attempt
 * that the claim counted.
 */
async function releaseListings(
  { ctx, failing }: Tools,
  untried: FoundPayment[],
  leaseUntil: Date,
): Promise<void> {
  const now = ctx.clock.now()
  const retryAt = isAborted(ctx) ? now : plusMs(now, RETRY_MS)
  for (const [merchantId, listed] of Map.groupBy(untried, (one) => one.merchantId)) {
    await leased(
      ctx,
      listed.map((one) => one.endToEndId),
      leaseUntil,
    )
      .set((eb) => ({
        next_attempt_at: failing.pauseEnd(merchantId, now) ?? retryAt,
        attempts: eb('attempts', '-', 1),
      }))
      .execute()
  }
}

/** Schedules the next attempt of listings without a recorded payment, and of faulty payments, with backoff. */
async function rescheduleListings(ctx: Context, waiting: string[], leaseUntil: Date): Promise<void> {
  if (waiting.length === 0) return
  const now = ctx.clock.now()
  // The exponent is limited so that `power` does not overflow.
  const delayMs = sql<number>`least(${RETRY_MS}::float8 * power(2, least(attempts - 1, 30)), ${RETRY_MS_MAX}::float8)`
  await leased(ctx, waiting, leaseUntil)
    .set({ next_attempt_at: delayedBy(now, sql`${delayMs} * interval '1 millisecond'`) })
    .execute()
}

/** Starts an update of listings on which this process still has the lease. */
const leased = (ctx: Context, endToEndIds: string[], leaseUntil: Date) =>
  db(ctx)
    .updateTable('network_listing')
    .where('end_to_end_id', '=', anyText(endToEndIds))
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '=', leaseUntil)
