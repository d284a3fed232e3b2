import { expressionBuilder, sql, type Expression, type Kysely } from 'kysely'
import { recordListing } from '../inbox/record-listing.ts'
import { OVERLAP_MS } from '../inbox/sweep-received.ts'
import { sweptUntil } from '../inbox/sweep-times.ts'
import { plusMs } from '../kernel/clock.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import { laterBy, timeOf } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { isOfOtherCell, type WithPix } from '../pix/pix-accounts.ts'
import { openException } from '../exceptions/exceptions.ts'

/** How long a recorded payment may be absent from the PSP's list before an exception is opened, in milliseconds. */
export const MISSING_AFTER_MS = 3_600_000
/** The interval in milliseconds between two queries to the PSP for the same missing payment. */
const CHECK_INTERVAL_MS = 3_600_000
/**
 * Half the width of the queried time window, in milliseconds. The margin allows for a difference between the clocks of
 * the service and the PSP.
 */
const WINDOW_MARGIN_MS = 120_000
const PAGES_MAX = 1_000
const JOB = 'missing'

interface Missing {
  merchantId: string
  /** The id of the payment. */
  id: string
  endToEndId: string
  amountCents: bigint
  paidAt: Date
  recordedAt: Date
  pixAccountId: string
}

/**
 * Queries the PSP for recorded payments that have not yet appeared in any list of the PSP, in batches of `limit`. Each
 * run queries the payments that were recorded more than an hour ago, and the payments that are too old for the next
 * sweep to list. If the PSP lists the payment now, `settleListed` settles it. If the PSP does not list a payment that
 * was recorded more than an hour ago, opens an exception. If the PSP does not answer, a later run queries the payment
 * again. Returns the number of payments for which the PSP answered.
 */
export function findMissing(ctx: Context & WithPix, limit: number): Promise<number> {
  const now = ctx.clock.now()
  const missingBefore = plusMs(now, -MISSING_AFTER_MS)
  const find = (first: FindParameters) => findDue(ctx, first)
  return eachDueRow(ctx, { job: JOB, limit, find }, async (payment) => {
    const found = await isListed(ctx, payment)
    if (found === 'unavailable') return found
    return !found && payment.recordedAt <= missingBefore ? openMissingException(ctx, payment, now) : undefined
  })
}

/**
 * Builds a query for the payments (alias `p`) for which `findMissing` must query the PSP at `now`. These payments have
 * not appeared in any list of the PSP. The caller selects the columns.
 */
export function missingPayments(queries: Kysely<Tables>, now: Expression<Date>) {
  const isAbsent = expressionBuilder<Tables & { p: Tables['payment'] }, 'p'>()
  const sweptBefore = laterBy(
    sql<Date>`${sweptUntil(queries, isAbsent.ref('p.pix_account_id'))}`,
    -OVERLAP_MS,
  )
  const listed = isAbsent
    .selectFrom('network_listing as n')
    .select('n.end_to_end_id')
    .whereRef('n.end_to_end_id', '=', 'p.end_to_end_id')
    .whereRef('n.pix_account_id', '=', 'p.pix_account_id')
  const checked = isAbsent
    .selectFrom('reconciliation_exception as x')
    .select('x.id')
    .whereRef('x.merchant_id', '=', 'p.merchant_id')
    .where('x.kind', '=', 'missing_at_network')
    .whereRef('x.subject', '=', 'p.end_to_end_id')
    .where('x.checked_at', '>', laterBy(now, -CHECK_INTERVAL_MS))
  return queries
    .selectFrom('payment as p')
    .where('p.settled_at', 'is', null)
    .where((eb) =>
      eb.or([eb('p.recorded_at', '<=', laterBy(now, -MISSING_AFTER_MS)), eb('p.paid_at', '<', sweptBefore)]),
    )
    .where(isAbsent.not(isAbsent.exists(listed)))
    .where(isAbsent.not(isAbsent.exists(checked)))
}

const findDue = (ctx: Context, first: FindParameters): Promise<Missing[]> =>
  missingPayments(db(ctx), timeOf(first[0]))
    .select([
      'p.merchant_id as merchantId',
      'p.id',
      'p.end_to_end_id as endToEndId',
      'p.amount_cents as amountCents',
      'p.paid_at as paidAt',
      'p.recorded_at as recordedAt',
      'p.pix_account_id as pixAccountId',
    ])
    .where(runnable(ctx, JOB, first, { merchantId: 'p.merchant_id', id: 'p.id' }))
    .orderBy('p.recorded_at')
    .limit(first[1])
    .execute()

async function isListed(ctx: Context & WithPix, payment: Missing): Promise<boolean | 'unavailable'> {
  const window = {
    from: plusMs(payment.paidAt, -WINDOW_MARGIN_MS),
    to: plusMs(payment.paidAt, WINDOW_MARGIN_MS),
  }
  for (let page = 0, pagesCount = 1; page < pagesCount; page++) {
    const received = await ctx.pix.of(payment.pixAccountId).listReceived({ ...window, page }, ctx.signal)
    if (received.kind === 'unavailable' || page === PAGES_MAX) return 'unavailable'
    const own = received.items.filter((pix) => pix.endToEndId === payment.endToEndId)
    // If the receiving account belongs to another cell (database), that cell compares the account's other payments.
    await recordListing(ctx, payment.pixAccountId, isOfOtherCell(payment.pixAccountId) ? own : received.items)
    if (own.length > 0) return true
    pagesCount = received.pagesCount
  }
  return false
}

/**
 * Opens an exception, which suspends the merchant's payouts. Emits `payouts.suspended` if the merchant's payouts were
 * not suspended before.
 */
function openMissingException(ctx: Context, payment: Missing, now: Date): Promise<void> {
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
  paymentId: payment.id,
  details: { recorded_cents: payment.amountCents.toString(), paid_at: payment.paidAt.toISOString() },
})
