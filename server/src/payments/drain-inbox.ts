import { sql, type Expression } from 'kysely'
import { postponeMessages } from '../inbox/network-inbox.ts'
import type { InboxState } from '../inbox/network-inbox.entity.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { delayedBy } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { runConcurrently } from '../kernel/jobs/run-concurrently.ts'
import { countFailedItems } from '../kernel/jobs/job-metrics.ts'
import { isEndedByLimit, isLockTimeout, isUnreachable } from '../kernel/jobs/transient-error.ts'
import { readDue, type DuePayment } from './read-due.ts'
import { recordPayments } from './record-payments.ts'

/** After this many failed attempts a row is parked: the job does not retry it until staff act. */
const ATTEMPTS_MAX = 12
/**
 * The maximum number of payments in one transaction. With more, each transaction would lock the merchant's ledger for
 * longer.
 */
const BATCH_MAX = 100
/**
 * The number of merchants whose payments are recorded concurrently. While one transaction waits for the disk, others
 * use the processor.
 */
const CONCURRENCY_MAX = 6
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 300_000

export interface DrainOptions {
  /** The run calls this function after each transaction that recorded payments. */
  onRecorded?: () => void
  /** The merchants for which recording payments failed in earlier runs. The run skips merchants that are paused. */
  failing?: FailingMerchants
}

/**
 * Records the payments waiting in the inbox, in batches of `limit`. Each transaction records at most `BATCH_MAX`
 * payments of one merchant. Several merchants are handled concurrently. Returns how many payments it recorded.
 *
 * The job reads rows without locks or leases, so that a crashed process blocks no row. Only the transaction that
 * records a row locks the row. After all merchants were tried, the rows of a failed batch are tried one by one. A row
 * that fails alone in a transaction is retried with backoff and finally parked. Such a row does not delay other rows.
 * If a time limit ends the transaction or the database is unreachable, the job postpones the merchant's payments. The
 * job also postpones the payments of a merchant that `failing` pauses, without a transaction. A postponement does not
 * count as an attempt.
 */
export async function drainInbox(
  ctx: Context,
  limit: number,
  { onRecorded = () => undefined, failing = new FailingMerchants() }: DrainOptions = {},
): Promise<number> {
  let recordedCount = 0
  for (;;) {
    const due = await readDue(ctx, limit)
    const run: Run = { ctx, onRecorded, failing, recordedCount: 0, hasPostponed: false }
    await recordDue(run, due)
    recordedCount += run.recordedCount
    if (!run.hasPostponed || due.length < limit || isAborted(ctx)) return recordedCount
  }
}

/** The work on one batch of due payments. */
interface Run extends Required<DrainOptions> {
  ctx: Context
  recordedCount: number
  /**
   * Whether payments of the batch were postponed. If so, the inbox may contain more due payments that the batch did not
   * read.
   */
  hasPostponed: boolean
}

async function recordDue(run: Run, due: DuePayment[]): Promise<void> {
  const merchants = Array.from(Map.groupBy(due, (payment) => payment.merchantId))
  const suspects: [merchantId: string, payments: DuePayment[]][] = []
  await runConcurrently(merchants, CONCURRENCY_MAX, async ([merchantId, payments]) => {
    const left = await recordBatches(run, merchantId, payments)
    if (left.length > 0) suspects.push([merchantId, left])
  })
  await runConcurrently(suspects, CONCURRENCY_MAX, ([merchantId, payments]) =>
    recordSuspects(run, merchantId, payments),
  )
}

/**
 * Records payments in batches, unless the merchant is paused. If a batch fails and its payments may be the cause,
 * returns the payments of this batch and of all later batches. The caller must then record the payments of the failed
 * batch one by one. Otherwise returns an empty list.
 */
async function recordBatches(run: Run, merchantId: string, payments: DuePayment[]): Promise<DuePayment[]> {
  for (let first = 0; first < payments.length && !isAborted(run.ctx); first += BATCH_MAX) {
    const batch = payments.slice(first, first + BATCH_MAX)
    if (run.failing.isPaused(merchantId, run.ctx.clock.now())) {
      await skip(run, merchantId, payments.slice(first))
      return []
    }
    const outcome = await recordOrPostpone(run, merchantId, batch)
    if (outcome === 'suspect') return payments.slice(first)
    if (outcome === 'interrupted') {
      await skip(run, merchantId, payments.slice(first))
      return []
    }
  }
  return []
}

/** Tries the payments of a failed batch one by one, then the batches that follow it. */
async function recordSuspects(run: Run, merchantId: string, payments: DuePayment[]): Promise<void> {
  const { ctx, failing } = run
  let left = payments
  while (left.length > 0) {
    for (const [index, payment] of left.slice(0, BATCH_MAX).entries()) {
      if (isAborted(ctx)) return
      const isSkipped =
        failing.isPaused(merchantId, ctx.clock.now()) ||
        (await recordOrPostpone(run, merchantId, [payment])) === 'interrupted'
      if (isSkipped) return skip(run, merchantId, left.slice(index))
    }
    left = await recordBatches(run, merchantId, left.slice(BATCH_MAX))
  }
}

/**
 * The outcome of a transaction. `done` means that the payments are recorded, or that the only payment is postponed.
 * `suspect` means that the payments must be tried one by one. `interrupted` means that the payments did not cause the
 * failure, and that the merchant's payments must be postponed.
 */
type Outcome = 'done' | 'suspect' | 'interrupted'

/**
 * Records payments in one transaction. If the transaction of a single payment fails and the payment may be the cause,
 * schedules a retry.
 */
async function recordOrPostpone(run: Run, merchantId: string, payments: DuePayment[]): Promise<Outcome> {
  const { ctx, failing } = run
  try {
    const count = await recordPayments(ctx, merchantId, payments)
    failing.succeeded(merchantId)
    run.recordedCount += count
    if (count > 0) run.onRecorded()
    return 'done'
  } catch (error) {
    // The process is stopping and has cancelled the statement, so the rows did not cause this error.
    if (isAborted(ctx)) return 'done'
    const [first, ...more] = payments
    if (isUnreachable(error)) {
      ctx.log.warn({ err: error, merchant_id: merchantId }, 'the database was unreachable')
      return 'interrupted'
    }
    // Smaller transactions may avoid a statement timeout. After a lock timeout, smaller transactions do not help,
    // because each would wait for the same lock.
    if (isLockTimeout(error) || (isEndedByLimit(error) && more.length === 0)) {
      ctx.log.warn(
        { err: error, merchant_id: merchantId },
        'a time limit of the database ended the transaction',
      )
      failing.locked(merchantId, ctx.clock.now())
      return 'interrupted'
    }
    if (!first || more.length > 0) return 'suspect'
    run.hasPostponed = true
    await scheduleRetry(ctx, first, error)
    countFailedItems(ctx)
    failing.failed(merchantId, first.inboxId, ctx.clock.now())
    return 'done'
  }
}

/**
 * Postpones payments of a merchant because a transaction was interrupted or because other payments of the merchant
 * fail.
 */
async function skip(run: Run, merchantId: string, payments: DuePayment[]): Promise<void> {
  const { ctx } = run
  const count = await postponeMessages(
    ctx,
    payments.map(({ inboxId }) => inboxId),
  )
  if (count > 0) run.hasPostponed = true
  ctx.log.warn(
    { merchant_id: merchantId, payments: payments.length },
    'payments postponed: the database interrupted their transaction, or other payments of the merchant fail',
  )
}

async function scheduleRetry(ctx: Context, payment: DuePayment, error: unknown): Promise<void> {
  const row = await db(ctx)
    .updateTable('network_inbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
      state: eb
        .case()
        .when(eb('attempts', '+', 1), '>=', ATTEMPTS_MAX)
        .then(eb.val<InboxState>('parked'))
        .else(eb.val<InboxState>('waiting'))
        .end(),
      next_attempt_at: backoff(ctx.clock.now(), eb.ref('attempts')),
    }))
    .where('id', '=', payment.inboxId)
    .where('state', '=', 'waiting')
    .returning('state')
    .executeTakeFirst()
  const { merchantId, endToEndId, correlationId } = payment
  ctx.log.error(
    {
      err: error,
      correlation_id: correlationId,
      merchant_id: merchantId,
      end_to_end_id: endToEndId,
      state: row?.state,
    },
    'payment not recorded',
  )
}

/**
 * Returns the time of the next attempt. The delay doubles with each failed attempt, from `RETRY_MS_FIRST` to
 * `RETRY_MS_MAX`.
 */
function backoff(now: Date, attempts: Expression<number>): Expression<Date> {
  const delayMs = sql<number>`least(${RETRY_MS_FIRST}::float8 * power(2, ${attempts}), ${RETRY_MS_MAX}::float8)`
  return delayedBy(now, sql`${delayMs} * interval '1 millisecond'`)
}
