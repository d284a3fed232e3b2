import { postponeMessages } from '../inbox/network-inbox.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { runConcurrently } from '../kernel/jobs/run-concurrently.ts'
import { countFailedItems } from '../kernel/jobs/job-metrics.ts'
import { isEndedByLimit, isLockTimeout, isUnreachable } from '../kernel/jobs/transient-error.ts'
import type { InboxPayment } from './classify-payment.ts'
import { byMerchant, PAYMENTS_MAX, planBatches, type MerchantPayments } from './plan-batches.ts'
import { readDue } from './read-due.ts'
import { recordPayments, type RecordedPayments } from './record-payments.ts'
import { scheduleRetry } from './schedule-retry.ts'

/** The number of concurrent transactions. While one transaction waits for the disk, others use the processor. */
const CONCURRENCY_MAX = 6

export interface DrainOptions {
  /** The run calls this function after each transaction that recorded payments. */
  onRecorded?: () => void
  /** The merchants for which recording payments failed in earlier runs. The run skips merchants that are paused. */
  failing?: FailingMerchants
}

/**
 * Records the payments waiting in the inbox, in runs of `limit` payments. Each transaction records payments of several
 * merchants, within the limits of `planBatches`. Several transactions run concurrently. Returns how many payments the
 * job recorded.
 *
 * The job reads rows without locks or leases, so that a crashed process blocks no row. Only the transaction that
 * records a row locks the row. If the transaction of several merchants fails, the payments of each of these merchants
 * are tried alone. The same applies to a merchant whose ledger or charge another transaction has locked. After all
 * merchants were tried, the rows of a merchant that failed alone are tried one by one. A row that fails alone in a
 * transaction is retried with backoff and finally parked. Such a row does not delay other rows. If a time limit ends
 * the transaction of a merchant or the database is unreachable, the job postpones the payments. The job also postpones
 * the payments of a merchant that `failing` pauses, without a transaction. A postponement does not count as an attempt.
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
   * Whether the job postponed payments of the batch. If so, the inbox may contain more due payments that the batch did
   * not read.
   */
  hasPostponed: boolean
}

async function recordDue(run: Run, due: InboxPayment[]): Promise<void> {
  const { failing = [], healthy = [] } = Object.groupBy(byMerchant(due), ({ merchantId }) =>
    run.failing.has(merchantId) ? 'failing' : 'healthy',
  )
  const left: MerchantPayments[] = []
  const suspects: MerchantPayments[] = []
  const recordAlone = async ({ merchantId, payments }: MerchantPayments): Promise<void> => {
    const suspected = await recordBatches(run, merchantId, payments)
    if (suspected.length > 0) suspects.push({ merchantId, payments: suspected })
  }
  await runConcurrently(planBatches(healthy), CONCURRENCY_MAX, async (batch) => {
    const [first, ...more] = batch
    if (first && more.length === 0) await recordAlone(first)
    else left.push(...(await recordTogether(run, batch)))
  })
  await runConcurrently([...left, ...failing], CONCURRENCY_MAX, recordAlone)
  await runConcurrently(suspects, CONCURRENCY_MAX, ({ merchantId, payments }) =>
    recordSuspects(run, merchantId, payments),
  )
}

/** Records payments of several merchants in one transaction. Returns the merchants that must be tried alone. */
async function recordTogether(run: Run, batch: MerchantPayments[]): Promise<MerchantPayments[]> {
  const { ctx } = run
  if (isAborted(ctx)) return []
  try {
    const { busy } = await recordCounted(
      run,
      batch.flatMap(({ payments }) => payments),
    )
    return batch.filter(({ merchantId }) => busy.has(merchantId))
  } catch (error) {
    if (isAborted(ctx)) return []
    ctx.log.warn({ err: error, merchants: batch.length }, 'the transaction of several merchants failed')
    if (!isUnreachable(error)) return batch
    for (const { merchantId, payments } of batch) await skip(run, merchantId, payments)
    return []
  }
}

/** Records payments in one transaction, and counts the recorded payments. */
async function recordCounted(run: Run, payments: InboxPayment[]): Promise<RecordedPayments> {
  const recorded = await recordPayments(run.ctx, payments)
  run.recordedCount += recorded.count
  if (recorded.count > 0) run.onRecorded()
  return recorded
}

/**
 * Records payments in batches, unless the merchant is paused. If a batch fails and its payments may be the cause,
 * returns the payments of this batch and of all later batches. The caller must then record the payments of the failed
 * batch one by one. Otherwise returns an empty list.
 */
async function recordBatches(
  run: Run,
  merchantId: string,
  payments: InboxPayment[],
): Promise<InboxPayment[]> {
  for (let first = 0; first < payments.length && !isAborted(run.ctx); first += PAYMENTS_MAX) {
    const batch = payments.slice(first, first + PAYMENTS_MAX)
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
async function recordSuspects(run: Run, merchantId: string, payments: InboxPayment[]): Promise<void> {
  const { ctx, failing } = run
  let left = payments
  while (left.length > 0) {
    for (const [index, payment] of left.slice(0, PAYMENTS_MAX).entries()) {
      if (isAborted(ctx)) return
      const isSkipped =
        failing.isPaused(merchantId, ctx.clock.now()) ||
        (await recordOrPostpone(run, merchantId, [payment])) === 'interrupted'
      if (isSkipped) return skip(run, merchantId, left.slice(index))
    }
    left = await recordBatches(run, merchantId, left.slice(PAYMENTS_MAX))
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
async function recordOrPostpone(run: Run, merchantId: string, payments: InboxPayment[]): Promise<Outcome> {
  const { ctx, failing } = run
  try {
    await recordCounted(run, payments)
    failing.succeeded(merchantId)
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
async function skip(run: Run, merchantId: string, payments: InboxPayment[]): Promise<void> {
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
