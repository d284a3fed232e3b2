import { sql } from 'kysely'
import { anyText } from '../kernel/database/any-of.ts'
import { plusMs } from '../kernel/clock.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { FAILED_ROWS_MAX } from '../kernel/jobs/job-failure.ts'
import { isLockTimeout } from '../kernel/jobs/transient-error.ts'
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
 * payment later, because the payment may still be in the inbox. When a batch fails, settles each of its payments
 * alone, so that a faulty payment does not delay the others, until too many of them failed. Returns the number of claimed listings minus the number
 * that failed.
 */
export async function settleListed(ctx: Context, limit: number): Promise<number> {
  let done = 0
  for (;;) {
    const { claimedCount, failedCount } = await settleBatch(ctx, limit)
    done += claimedCount - failedCount
    if (failedCount === 0 || claimedCount < limit || isAborted(ctx)) return done
  }
}

async function settleBatch(
  ctx: Context,
  limit: number,
): Promise<{ claimedCount: number; failedCount: number }> {
  const claimed = await claimListings(ctx, limit)
  const found = await findPayments(ctx, claimed)
  const settled = new Set<string>()
  for (const [merchantId, listed] of Map.groupBy(found, (one) => one.merchantId)) {
    if (isAborted(ctx)) break
    for (const one of await settleOneByOneOnFailure(ctx, merchantId, listed)) settled.add(one.endToEndId)
  }
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
 * Settles payments of one merchant in one transaction, or one by one when that fails. Returns the settled payments.
 */
async function settleOneByOneOnFailure(
  ctx: Context,
  merchantId: string,
  listed: ListedPayment[],
): Promise<ListedPayment[]> {
  try {
    await settlePayments(ctx, merchantId, listed)
    return listed
  } catch (error) {
    const [one, ...more] = listed
    if (isAborted(ctx)) return []
    if (more.length === 0 || isLockTimeout(error)) {
      const about = { err: error, merchant_id: merchantId, end_to_end_id: one?.endToEndId }
      ctx.log.error(about, 'payment not settled')
      return []
    }
    const settled: ListedPayment[] = []
    for (const [index, single] of listed.entries()) {
      if (index > FAILED_ROWS_MAX && settled.length === 0) break
      settled.push(...(await settleOneByOneOnFailure(ctx, merchantId, [single])))
    }
    return settled
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
