import { sql, type Expression } from 'kysely'
import type { InboxState } from '../inbox/network-inbox.entity.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import { FAILED_ROWS_MAX } from '../kernel/jobs/job-failure.ts'
import { runConcurrently } from '../kernel/jobs/run-concurrently.ts'
import { isLockTimeout } from '../kernel/jobs/transient-error.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { chargeIdOf } from '../charges/charge.entity.ts'
import type { InboxPayment } from './classify-payment.ts'
import { selectDue, selectOwners } from './drain-inbox.sql.ts'
import { recordPayments } from './record-payments.ts'

/** After this many failed attempts a row is parked: the job does not retry it until staff intervene. */
const ATTEMPTS_MAX = 12
/**
 * The maximum number of payments in one transaction. With more payments per commit, the merchant's ledger would be
 * locked for longer.
 */
const BATCH_MAX = 100
/** The number of merchants recorded concurrently: while one transaction waits for the disk, others use the CPU. */
const CONCURRENCY_MAX = 6
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 300_000
const SKIPPED_MS_MIN = 2_000
const SKIPPED_MS_MAX = 30_000

/**
 * Records the payments that wait in the inbox, in batches of `limit`. Each transaction records up to `BATCH_MAX`
 * payments of one merchant; merchants are recorded concurrently. Returns how many payments it recorded.
 *
 * The job reads rows without locks or leases, so that a crashed process blocks no row. The transaction that records
 * rows locks them. A failed batch is repeated row by row. A row that fails alone is retried with backoff and finally
 * parked; it delays no other row. `onRecorded` is called after each transaction that recorded payments, before the run
 * ends.
 */
export async function drainInbox(
  ctx: Context,
  limit: number,
  onRecorded: () => void = () => undefined,
): Promise<number> {
  let recordedCount = 0
  for (;;) {
    const due = await readDue(ctx, limit)
    const run = await recordDue(ctx, due, onRecorded)
    recordedCount += run.recordedCount
    if (run.failedCount === 0 || due.length < limit || isAborted(ctx)) return recordedCount
  }
}

interface DrainResult {
  recordedCount: number
  failedCount: number
  /** The payments that were not tried alone, because the merchant's other payments failed as well. */
  skipped?: DuePayment[]
}

async function recordDue(ctx: Context, due: DuePayment[], onRecorded: () => void): Promise<DrainResult> {
  const total: DrainResult = { recordedCount: 0, failedCount: 0 }
  const merchants = Array.from(Map.groupBy(due, (payment) => payment.merchantId))
  await runConcurrently(merchants, CONCURRENCY_MAX, async ([merchantId, payments]) => {
    for (let first = 0; first < payments.length && !isAborted(ctx); first += BATCH_MAX) {
      const batch = await recordOrSplit(ctx, merchantId, payments.slice(first, first + BATCH_MAX))
      if (batch.recordedCount > 0) onRecorded()
      add(total, batch)
      if (batch.skipped)
        return skip(ctx, merchantId, [...batch.skipped, ...payments.slice(first + BATCH_MAX)])
    }
  })
  return total
}

function add(total: DrainResult, { recordedCount, failedCount }: DrainResult): void {
  total.recordedCount += recordedCount
  total.failedCount += failedCount
}

interface DuePayment extends InboxPayment {
  merchantId: string
}

async function readDue(ctx: Context, limit: number): Promise<DuePayment[]> {
  const rows = await selectDue(ctx, { now: ctx.clock.now(), limit })
  if (rows.length === 0) return []
  const ids = rows.flatMap((row) => chargeIdOf(row.txid ?? '') ?? [])
  const owners = await selectOwners(ctx, { ids })
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner.merchantId]))
  return rows.map((row) => {
    const chargeId = chargeIdOf(row.txid ?? '')
    const merchantId = chargeId === undefined ? undefined : ownerOf.get(chargeId)
    return {
      ...row,
      merchantId: merchantId ?? SERVICE_MERCHANT_ID,
      chargeId: merchantId ? chargeId : undefined,
      correlationId: row.correlationId ?? ctx.correlationId,
    }
  })
}

async function recordOrSplit(ctx: Context, merchantId: string, payments: DuePayment[]): Promise<DrainResult> {
  try {
    return { recordedCount: await recordPayments(ctx, merchantId, payments), failedCount: 0 }
  } catch (error) {
    const total: DrainResult = { recordedCount: 0, failedCount: 0 }
    if (isLockTimeout(error)) return { recordedCount: 0, failedCount: payments.length, skipped: payments }
    // When the process stops, it cancels statements. The rows did not cause such an error.
    if (isAborted(ctx)) return { recordedCount: 0, failedCount: payments.length }
    const [first, ...rest] = payments
    if (first && rest.length === 0) {
      await scheduleRetry(ctx, first, error)
      total.failedCount += 1
    } else {
      for (const [index, payment] of payments.entries()) {
        if (total.failedCount > FAILED_ROWS_MAX && total.recordedCount === 0)
          return { ...total, skipped: payments.slice(index) }
        add(total, await recordOrSplit(ctx, merchantId, [payment]))
      }
    }
    return total
  }
}

/**
 * Postpones payments of a merchant whose lock is not free, or whose other payments fail. They wait again for as long
 * as they have waited, from SKIPPED_MS_MIN to SKIPPED_MS_MAX. The postponement does not count as an attempt.
 */
async function skip(ctx: Context, merchantId: string, payments: DuePayment[]): Promise<void> {
  const now = ctx.clock.now()
  const wait = sql`least(greatest(${now}::timestamptz - received_at, ${SKIPPED_MS_MIN}::float8 *
    interval '1 millisecond'), ${SKIPPED_MS_MAX}::float8 * interval '1 millisecond')`
  await db(ctx)
    .updateTable('network_inbox')
    .set({ next_attempt_at: sql<Date>`${now}::timestamptz + ${wait}` })
    .where('id', '=', anyUuid(payments.map(({ inboxId }) => inboxId)))
    .where('state', '=', 'waiting')
    .execute()
  ctx.log.warn(
    { merchant_id: merchantId, payments: payments.length },
    'payments not tried: the merchant is locked or its other payments fail',
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

/** Doubles the delay with each failed attempt, from `RETRY_MS_FIRST` to `RETRY_MS_MAX`. */
function backoff(now: Date, attempts: Expression<number>): Expression<Date> {
  const delayMs = sql<number>`least(${RETRY_MS_FIRST}::float8 * power(2, ${attempts}), ${RETRY_MS_MAX}::float8)`
  return sql<Date>`${now}::timestamptz + ${delayMs} * interval '1 millisecond'`
}
