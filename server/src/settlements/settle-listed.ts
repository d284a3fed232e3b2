import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { ListedPayment } from './listed-payment.ts'
import { settlePayments } from './settle-payments.ts'

/** Lease on claimed listings; far longer than settling a batch takes. */
const LEASE_MS = 30_000
/** Exponential backoff of a listing whose payment is still in the inbox or failed to settle. */
const RETRY_MS = 1_000
const RETRY_MS_MAX = 300_000

/**
 * Matches the network's listings with recorded payments, in batches of `limit` and one transaction per merchant.
 * Settles a payment of the same amount. Opens an exception for another amount. Retries a listing without a payment
 * later, when the inbox may have recorded it. After a failure, each listing is tried alone, so that one delays no
 * other. Returns how many listings were claimed, without those that failed.
 */
export async function settleListed(ctx: Context, limit: number): Promise<number> {
  let done = 0
  for (;;) {
    const { claimedCount, failedCount } = await settleBatch(ctx, limit)
    done += claimedCount - failedCount
    if (failedCount === 0 || claimedCount < limit) return done
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
    for (const one of await settleOneByOneOnFailure(ctx, merchantId, listed)) settled.add(one.endToEndId)
  }
  await rescheduleListings(
    ctx,
    claimed.filter((one) => !settled.has(one.endToEndId)),
  )
  return { claimedCount: claimed.length, failedCount: found.length - settled.size }
}

interface ClaimedListing {
  endToEndId: string
  attempts: number
}

function claimListings(ctx: Context, limit: number): Promise<ClaimedListing[]> {
  const now = ctx.clock.now()
  return sql<ClaimedListing>(ctx, CLAIM, [now, limit, plusMs(now, LEASE_MS)])
}

const CLAIM = `
  update network_listing set next_attempt_at = $3, attempts = attempts + 1
  where end_to_end_id in (
    select end_to_end_id from network_listing where state = 'waiting' and next_attempt_at <= $1
    order by next_attempt_at, end_to_end_id limit $2 for update skip locked)
  returning end_to_end_id as "endToEndId", attempts`

function findPayments(
  ctx: Context,
  claimed: ClaimedListing[],
): Promise<(ListedPayment & { merchantId: string })[]> {
  return sql(ctx, FIND, [claimed.map((one) => one.endToEndId)])
}

const FIND = `
  select p.merchant_id as "merchantId", p.id as "paymentId", n.end_to_end_id as "endToEndId",
    n.amount_cents as "listedCents", n.paid_at as "listedPaidAt"
  from network_listing n join payment p on p.end_to_end_id = n.end_to_end_id
  where n.end_to_end_id = any($1::text[])
  order by p.merchant_id, p.id`

/** Settles payments of one merchant in one transaction, or one by one when that fails. Returns those that succeeded. */
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
    if (more.length === 0) {
      const about = { err: error, merchant_id: merchantId, end_to_end_id: one?.endToEndId }
      ctx.log.error(about, 'payment not settled')
      return []
    }
    const settled: ListedPayment[] = []
    for (const single of listed) settled.push(...(await settleOneByOneOnFailure(ctx, merchantId, [single])))
    return settled
  }
}

async function rescheduleListings(ctx: Context, waiting: ClaimedListing[]): Promise<void> {
  if (waiting.length === 0) return
  const now = ctx.clock.now()
  await sql(ctx, RESCHEDULE, [
    waiting.map((one) => one.endToEndId),
    waiting.map((one) => plusMs(now, Math.min(RETRY_MS * 2 ** (one.attempts - 1), RETRY_MS_MAX))),
  ])
}

const RESCHEDULE = `
  update network_listing n set next_attempt_at = given.at
  from unnest($1::text[], $2::timestamptz[]) as given (end_to_end_id, at)
  where n.end_to_end_id = given.end_to_end_id and n.state = 'waiting'`
