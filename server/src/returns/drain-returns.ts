import { plusMs } from '../kernel/clock.ts'
import { isAborted, transaction, type Context, type Tx } from '../kernel/context.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { countFailedItems } from '../kernel/jobs/job-metrics.ts'
import { isTransient, isUnreachable } from '../kernel/jobs/transient-error.ts'
import { db } from '../kernel/database/tables.ts'
import { postponeMessages } from '../inbox/network-inbox.ts'
import { readReturn } from '../pix/read-pix.ts'
import { insertUnrequestedReturn, recordReturnOutcome } from './network-return.ts'
import { readDue, type DueReturn } from './read-due.ts'

/**
 * After this many failed attempts, a row is parked: the job does not retry the row until staff act. Early attempts may
 * fail, because a return can arrive before its payment.
 */
const ATTEMPTS_MAX = 12
const RETRY_MS_MAX = 300_000

/**
 * Records the returns that wait in the inbox, in batches of `limit`, one merchant after another. For a return that this
 * service did not request, `recordUnrequestedReturns` records the dispute later. Returns the number of recorded
 * returns.
 *
 * Reads rows without locks or leases, so that a crashed process blocks no row. Only the transaction that records a row
 * locks the row. A row that fails is retried with backoff and finally parked, and does not delay other rows. When many
 * returns of a merchant fail, or the merchant's ledger is locked, `failing` pauses the merchant for some seconds.
 * During the pause, the merchant's returns are postponed without a transaction. Neither such a postponement nor a
 * failure of the database counts as an attempt.
 */
export async function drainReturns(
  ctx: Context,
  limit: number,
  failing = new FailingMerchants(),
): Promise<number> {
  const run: Run = { ctx, failing, recordedCount: 0, hasPostponed: false }
  for (;;) {
    const due = await readDue(ctx, limit)
    run.hasPostponed = false
    for (const [merchantId, rows] of Map.groupBy(due, ({ payment }) => payment?.merchantId))
      await recordReturns(run, merchantId, rows)
    if (!run.hasPostponed || due.length < limit || isAborted(ctx)) return run.recordedCount
  }
}

interface Run {
  ctx: Context
  failing: FailingMerchants
  recordedCount: number
  /**
   * Whether returns of the batch were postponed. If so, the inbox may contain more due returns than the batch has read.
   */
  hasPostponed: boolean
}

/**
 * The error for a return that cannot be recorded, even by a retry. The inbox row of the return is parked without
 * another attempt.
 */
class UnrecordableReturnError extends Error {
  override readonly name = 'UnrecordableReturnError'
}

/** Records returns of one merchant, or of payments that are not recorded yet. */
async function recordReturns(run: Run, merchantId: string | undefined, rows: DueReturn[]): Promise<void> {
  const { ctx, failing } = run
  for (const [index, row] of rows.entries()) {
    if (isAborted(ctx)) return
    const isPaused = merchantId !== undefined && failing.isPaused(merchantId, ctx.clock.now())
    if (isPaused || (await recordOrRetry(run, row)) === 'interrupted')
      return postpone(run, merchantId, rows.slice(index))
  }
}

/**
 * Records one return in a transaction. After a failure that the return itself may have caused, schedules a retry.
 * Returns `interrupted` when the database, and not the return, caused the failure.
 */
async function recordOrRetry(run: Run, row: DueReturn): Promise<'done' | 'interrupted'> {
  const { ctx, failing } = run
  const { correlationId } = row
  const merchantId = row.payment?.merchantId
  try {
    if (await transaction({ ...ctx, correlationId }, (tx) => recordInboxReturn(tx, row)))
      run.recordedCount += 1
    if (merchantId !== undefined) failing.succeeded(merchantId)
    return 'done'
  } catch (error) {
    // A stopping process cancels its SQL statements, so the row did not cause this error.
    if (isAborted(ctx)) return 'done'
    const about = {
      err: error,
      correlation_id: correlationId,
      merchant_id: merchantId,
      end_to_end_id: row.endToEndId,
    }
    if (isTransient(error)) {
      ctx.log.warn(about, 'the database did not record a return in time')
      if (merchantId !== undefined && !isUnreachable(error)) failing.locked(merchantId, ctx.clock.now())
      return 'interrupted'
    }
    run.hasPostponed = true
    const state = await scheduleRetry(ctx, row, error)
    if (merchantId !== undefined) failing.failed(merchantId, row.id, ctx.clock.now())
    countFailedItems(ctx)
    ctx.log.error({ ...about, parked: state === 'parked' }, 'return not recorded')
    return 'done'
  }
}

/**
 * Postpones returns of one merchant, without counting an attempt. `failing` has paused the merchant, or the database
 * interrupted the transaction of the first of these returns.
 */
async function postpone(run: Run, merchantId: string | undefined, rows: DueReturn[]): Promise<void> {
  const count = await postponeMessages(
    run.ctx,
    rows.map(({ id }) => id),
  )
  if (count > 0) run.hasPostponed = true
  run.ctx.log.warn(
    { merchant_id: merchantId, returns: rows.length },
    'returns postponed: the database interrupted their transaction, or other returns of the merchant fail',
  )
}

/**
 * Schedules the next attempt with exponential backoff, or parks the row. Returns the new state of the row, or undefined
 * when another process has recorded or rescheduled the row.
 */
async function scheduleRetry(
  ctx: Context,
  row: DueReturn,
  error: unknown,
): Promise<'waiting' | 'parked' | undefined> {
  const attempts = row.attempts + 1
  const state = attempts >= ATTEMPTS_MAX || error instanceof UnrecordableReturnError ? 'parked' : 'waiting'
  const updated = await db(ctx)
    .updateTable('network_inbox')
    .set({
      state,
      attempts,
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
      next_attempt_at: plusMs(ctx.clock.now(), Math.min(1_000 * 2 ** attempts, RETRY_MS_MAX)),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', row.attempts)
    .returning('id')
    .executeTakeFirst()
  return updated && state
}

/**
 * Records a return of the inbox. If this service requested the return, records its outcome. If this service did not
 * request the return (MED), inserts the return, but only if the PSP has carried it out. Returns false when another
 * process is recording the row, or has recorded or rescheduled the row.
 * @throws UnrecordableReturnError when no retry can record the return.
 * @throws Error when the row is not valid, or when the payment is not recorded yet.
 */
async function recordInboxReturn(tx: Tx, row: DueReturn): Promise<boolean> {
  if (!(await lockMessage(tx, row))) return false
  const reported = readReturn(row.raw, { log: tx.log, source: 'return' })
  if (!reported) throw new Error('the inbox row does not contain a valid return')
  if (!row.payment) throw new Error('the payment that this return refers to is not recorded yet')

  const { merchantId, id: paymentId } = row.payment
  const existing = await db(tx)
    .selectFrom('network_return')
    .select(['id', 'state', 'amount_cents as amountCents'])
    .where('merchant_id', '=', merchantId)
    .where('end_to_end_id', '=', row.endToEndId)
    .where('network_id', '=', reported.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (existing && existing.amountCents !== reported.amountCents)
    throw new UnrecordableReturnError('the amount differs from the recorded return')
  if (existing?.state === 'asking') await recordReturnOutcome(tx, { merchantId, id: existing.id }, reported)
  else if (reported.status === 'DEVOLVIDO' && existing?.state !== 'returned') {
    await insertUnrequestedReturn(tx, { merchantId, paymentId, endToEndId: row.endToEndId }, reported)
  }
  await db(tx)
    .updateTable('network_inbox')
    .set({ state: 'done', done_at: tx.clock.now(), last_error: null })
    .where('id', '=', row.id)
    .execute()
  return true
}

/**
 * Locks the row of a return. Returns undefined if another process is recording the return, or has recorded or
 * rescheduled the row.
 */
const lockMessage = (tx: Tx, { id, attempts }: DueReturn) =>
  db(tx)
    .selectFrom('network_inbox')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
