import { keepListing } from '../charges/keep-listing.ts'
import { OVERLAP_MS, SWEPT_UNTIL } from '../charges/sweep-received.ts'
import { plusMs } from '../kernel/clock.ts'
import { emitSuspensionChange } from '../cases/emit-suspension-change.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import type { WithPix } from '../pix/provider.ts'
import { openException } from './exceptions.ts'

/** How long the network may take to list a payment before its absence is an exception. */
export const MISSING_AFTER_MS = 3_600_000
/** How often an absence is asked about again. */
const CHECK_AGAIN_MS = 3_600_000
/** The network's record is asked around the payment's own time, because clocks differ. */
const AROUND_MS = 120_000
const PAGES_MAX = 1_000

interface Missing {
  merchantId: string
  paymentId: string
  endToEndId: string
  amountCents: bigint
  paidAt: Date
  recordedAt: Date
}

/**
 * Asks the network again for payments that were recorded here long ago and never listed there, and at once for those
 * from before the time that the sweep still looks at; `limit` at most. What it lists now is settled in a moment; for
 * what was recorded long ago an exception is opened. Answers how many it asked about; stops where the network cannot be
 * reached, because then nothing is known.
 */
export async function findMissing(ctx: Context & WithPix, limit: number): Promise<number> {
  const now = ctx.clock.now()
  const namedBefore = plusMs(now, -MISSING_AFTER_MS)
  const missing = await sql<Missing>(ctx, MISSING, [
    namedBefore,
    plusMs(now, -CHECK_AGAIN_MS),
    limit,
    OVERLAP_MS,
  ])
  let asked = 0
  for (const payment of missing) {
    const found = await isListed(ctx, payment)
    if (found === 'unavailable') break
    asked += 1
    if (!found && payment.recordedAt <= namedBefore) await nameMissing(ctx, payment, now)
  }
  return asked
}

const MISSING = `
  select p.merchant_id as "merchantId", p.id as "paymentId", p.end_to_end_id as "endToEndId",
    p.amount_cents as "amountCents", p.paid_at as "paidAt", p.recorded_at as "recordedAt"
  from payment p
  where p.settled_at is null and (p.recorded_at <= $1 or p.paid_at < ${SWEPT_UNTIL} - $4 * interval '1 millisecond')
    and not exists (select from network_listing n where n.end_to_end_id = p.end_to_end_id)
    and not exists (select from reconciliation_exception x where x.merchant_id = p.merchant_id
      and x.kind = 'missing_at_network' and x.subject = p.end_to_end_id and x.checked_at > $2)
  order by p.recorded_at limit $3`

async function isListed(ctx: Context & WithPix, payment: Missing): Promise<boolean | 'unavailable'> {
  const window = { from: plusMs(payment.paidAt, -AROUND_MS), to: plusMs(payment.paidAt, AROUND_MS) }
  for (let page = 0, pagesCount = 1; page < pagesCount; page++) {
    const received = await ctx.pix.listReceived({ ...window, page })
    if (received.kind === 'unavailable' || page === PAGES_MAX) return 'unavailable'
    await keepListing(ctx, received.items)
    if (received.items.some((pix) => pix.endToEndId === payment.endToEndId)) return true
    pagesCount = received.pagesCount
  }
  return false
}

/** Payouts are suspended while a payment is missing, and the merchant is told. */
function nameMissing(ctx: Context, payment: Missing, now: Date): Promise<void> {
  const { merchantId } = payment
  return transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    await openException(tx, merchantId, missingAtNetwork(payment), now)
  })
}

const missingAtNetwork = (payment: Missing) => ({
  kind: 'missing_at_network' as const,
  endToEndId: payment.endToEndId,
  paymentId: payment.paymentId,
  details: { recorded_cents: payment.amountCents.toString(), paid_at: payment.paidAt.toISOString() },
})
