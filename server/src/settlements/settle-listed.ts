import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import type { ListedPayment } from './listed-payment.ts'
import { settlePayments } from './settle-payments.ts'

/** How long one process owns the listings it took; far longer than settling a batch takes. */
const LEASE_MS = 30_000
/** A listing whose payment is still in the inbox waits a moment, longer each time. */
const RETRY_MS = 1_000
const RETRY_MS_MAX = 300_000

/**
 * Matches what the network lists with the payments recorded here, `limit` at most: one transaction for each merchant's.
 * A match of the same amount settles the payment, another amount opens an exception, and a listing without a payment
 * waits for the inbox. Answers how many it took. One that fails is tried alone and then later; it holds up no other.
 */
export async function settleListed(ctx: Context, limit: number): Promise<number> {
  const taken = await take(ctx, limit)
  const found = await findPayments(ctx, taken)
  for (const [merchantId, listed] of Map.groupBy(found, (one) => one.merchantId)) {
    await settleOrSplit(ctx, merchantId, listed)
  }
  const matched = new Set(found.map((one) => one.endToEndId))
  await putOff(
    ctx,
    taken.filter((one) => !matched.has(one.endToEndId)),
  )
  return taken.length
}

interface Taken {
  endToEndId: string
  attempts: number
}

function take(ctx: Context, limit: number): Promise<Taken[]> {
  const now = ctx.clock.now()
  return sql<Taken>(ctx, TAKE, [now, limit, plusMs(now, LEASE_MS)])
}

const TAKE = `
  update network_listing set next_attempt_at = $3, attempts = attempts + 1
  where end_to_end_id in (
    select end_to_end_id from network_listing where state = 'waiting' and next_attempt_at <= $1
    order by next_attempt_at, end_to_end_id limit $2 for update skip locked)
  returning end_to_end_id as "endToEndId", attempts`

function findPayments(ctx: Context, taken: Taken[]): Promise<(ListedPayment & { merchantId: string })[]> {
  return sql(ctx, FIND, [taken.map((one) => one.endToEndId)])
}

const FIND = `
  select p.merchant_id as "merchantId", p.id as "paymentId", n.end_to_end_id as "endToEndId",
    n.amount_cents as "listedCents", n.paid_at as "listedPaidAt"
  from network_listing n join payment p on p.end_to_end_id = n.end_to_end_id
  where n.end_to_end_id = any($1::text[])
  order by p.merchant_id, p.id`

async function settleOrSplit(ctx: Context, merchantId: string, listed: ListedPayment[]): Promise<void> {
  try {
    await settlePayments(ctx, merchantId, listed)
  } catch (error) {
    if (listed.length > 1) {
      for (const one of listed) await settleOrSplit(ctx, merchantId, [one])
    } else {
      const [one] = listed
      ctx.log.error({ err: error, end_to_end_id: one?.endToEndId }, 'payment not settled')
    }
  }
}

async function putOff(ctx: Context, waiting: Taken[]): Promise<void> {
  if (waiting.length === 0) return
  const now = ctx.clock.now()
  await sql(ctx, PUT_OFF, [
    waiting.map((one) => one.endToEndId),
    waiting.map((one) => plusMs(now, Math.min(RETRY_MS * 2 ** (one.attempts - 1), RETRY_MS_MAX))),
  ])
}

const PUT_OFF = `
  update network_listing n set next_attempt_at = given.at
  from unnest($1::text[], $2::timestamptz[]) as given (end_to_end_id, at)
  where n.end_to_end_id = given.end_to_end_id and n.state = 'waiting'`
