import type { Context } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { runConcurrently } from '../kernel/jobs/run-concurrently.ts'
import { sql } from '../kernel/database/sql.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { chargeIdOf } from '../charges/charge.entity.ts'
import type { InboxPayment } from './classified-payment.ts'
import { recordPayments } from './record-payments.ts'

/** After this many failed attempts a row is parked until staff act. */
const ATTEMPTS_MAX = 12
/** Payments in one transaction. More would share the cost of the commit, but lock the merchant's ledger for longer. */
const BATCH_MAX = 100
/** Merchants recorded concurrently: while one transaction waits for the disk, others compute. */
const CONCURRENCY_MAX = 6
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 300_000

/**
 * Records the payments that wait in the inbox, in batches of `limit`. Each transaction records up to `BATCH_MAX`
 * payments of one merchant; merchants are recorded concurrently. Returns how many payments it recorded.
 *
 * Rows are read without locks. The transaction that records them locks them, so a crashed process leaves no lease. A
 * failed batch is repeated row by row. A row that fails alone is retried with backoff and finally parked; it delays no
 * other row. `onRecorded` is called after each transaction that recorded payments, before the run ends.
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
    if (run.failedCount === 0 || due.length < limit) return recordedCount
  }
}

interface DrainResult {
  recordedCount: number
  failedCount: number
}

async function recordDue(ctx: Context, due: DuePayment[], onRecorded: () => void): Promise<DrainResult> {
  const total: DrainResult = { recordedCount: 0, failedCount: 0 }
  const merchants = Array.from(Map.groupBy(due, (payment) => payment.merchantId))
  await runConcurrently(merchants, CONCURRENCY_MAX, async ([merchantId, payments]) => {
    for (let first = 0; first < payments.length; first += BATCH_MAX) {
      const batch = await recordOrSplit(ctx, merchantId, payments.slice(first, first + BATCH_MAX))
      if (batch.recordedCount > 0) onRecorded()
      add(total, batch)
    }
  })
  return total
}

function add(total: DrainResult, { recordedCount, failedCount }: DrainResult): void {
  total.recordedCount += recordedCount
  total.failedCount += failedCount
}

interface DueRow {
  id: string
  end_to_end_id: string
  txid: string | null
  amount_cents: bigint
  paid_at: Date
}

interface DuePayment extends InboxPayment {
  merchantId: string
}

async function readDue(ctx: Context, limit: number): Promise<DuePayment[]> {
  const rows = await sql<DueRow>(ctx, SELECT_DUE, [ctx.clock.now(), limit])
  if (rows.length === 0) return []
  const ids = rows.flatMap((row) => chargeIdOf(row.txid ?? '') ?? [])
  const owners = await sql<{ id: string; merchant_id: string }>(ctx, SELECT_OWNERS, [ids])
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner.merchant_id]))
  return rows.map((row) => {
    const chargeId = chargeIdOf(row.txid ?? '')
    const merchantId = chargeId === undefined ? undefined : ownerOf.get(chargeId)
    return {
      inboxId: row.id,
      merchantId: merchantId ?? SERVICE_MERCHANT_ID,
      chargeId: merchantId ? chargeId : undefined,
      endToEndId: row.end_to_end_id,
      txid: row.txid,
      amountCents: row.amount_cents,
      paidAt: row.paid_at,
    }
  })
}

const SELECT_OWNERS = prepared(
  'select id, merchant_id from charge where id = any(array(select unnest($1::uuid[])))',
)

const SELECT_DUE = prepared(`
  select id, end_to_end_id, txid, amount_cents, paid_at from network_inbox
  where state = 'waiting' and kind = 'pix' and next_attempt_at <= (select $1::timestamptz)
  order by next_attempt_at, id limit $2`)

async function recordOrSplit(ctx: Context, merchantId: string, payments: DuePayment[]): Promise<DrainResult> {
  try {
    return { recordedCount: await recordPayments(ctx, merchantId, payments), failedCount: 0 }
  } catch (error) {
    const total: DrainResult = { recordedCount: 0, failedCount: 0 }
    const [first, ...rest] = payments
    if (first && rest.length === 0) {
      await scheduleRetry(ctx, first, error)
      total.failedCount += 1
    } else {
      for (const payment of payments) add(total, await recordOrSplit(ctx, merchantId, [payment]))
    }
    return total
  }
}

async function scheduleRetry(ctx: Context, payment: DuePayment, error: unknown): Promise<void> {
  const [row] = await sql<{ state: string }>(ctx, SCHEDULE_RETRY, [
    payment.inboxId,
    ATTEMPTS_MAX,
    error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    ctx.clock.now(),
    RETRY_MS_FIRST,
    RETRY_MS_MAX,
  ])
  const { merchantId, endToEndId } = payment
  ctx.log.error(
    { err: error, merchant_id: merchantId, end_to_end_id: endToEndId, state: row?.state },
    'payment not recorded',
  )
}

const SCHEDULE_RETRY = `
  update network_inbox set attempts = attempts + 1, last_error = $3,
    state = case when attempts + 1 >= $2::integer then 'parked' else 'waiting' end,
    next_attempt_at = $4::timestamptz + least($5::float8 * power(2, attempts), $6::float8) * interval '1 millisecond'
  where id = $1 and state = 'waiting'
  returning state`
