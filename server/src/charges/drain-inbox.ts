import type { Context } from '../kernel/context.ts'
import { prepared } from '../kernel/prepared.ts'
import { sql } from '../kernel/sql.ts'
import { HOUSE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { chargeIdOf } from './charge.entity.ts'
import type { InboxPayment } from './decided-payment.ts'
import { recordPayments } from './record-payments.ts'

/** Attempts before a row that cannot be recorded waits for a person. */
const ATTEMPTS_MAX = 12
/** Payments in one transaction: long enough to share its cost, short enough not to hold the merchant's book for long. */
const BATCH_MAX = 100
/** Merchants whose payments are recorded side by side: while one waits for the disk, others compute. */
const AT_ONCE_MAX = 6
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 300_000

/**
 * Records the payments that wait in the inbox, `limit` at most: a merchant's in transactions of up to a hundred, the
 * merchants side by side. Answers how many it recorded. Rows are read without locks and locked by the transaction that
 * records them, so a process that dies leaves nothing behind. A row that fails is tried alone, later, and at last
 * parked; it never holds up others. `recordedSome` is called after each transaction, while others are still under way.
 */
export async function drainInbox(
  ctx: Context,
  limit: number,
  recordedSome: () => void = () => undefined,
): Promise<number> {
  const due = await readDue(ctx, limit)
  const waiting = Array.from(Map.groupBy(due, (payment) => payment.merchantId))
  let recorded = 0
  const recordInTurn = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [merchantId, payments] = next
      for (let first = 0; first < payments.length; first += BATCH_MAX) {
        const count = await recordOrSplit(ctx, merchantId, payments.slice(first, first + BATCH_MAX))
        if (count > 0) recordedSome()
        recorded += count
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, recordInTurn))
  return recorded
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
      merchantId: merchantId ?? HOUSE_MERCHANT_ID,
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

async function recordOrSplit(ctx: Context, merchantId: string, payments: DuePayment[]): Promise<number> {
  try {
    return await recordPayments(ctx, merchantId, payments)
  } catch (error) {
    const [alone, ...more] = payments
    if (!alone) return 0
    if (more.length === 0) {
      await putBack(ctx, alone, error)
      return 0
    }
    let recorded = 0
    for (const payment of payments) recorded += await recordOrSplit(ctx, merchantId, [payment])
    return recorded
  }
}

async function putBack(ctx: Context, payment: DuePayment, error: unknown): Promise<void> {
  const [row] = await sql<{ state: string }>(ctx, PUT_BACK, [
    payment.inboxId,
    ATTEMPTS_MAX,
    error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    ctx.clock.now(),
    RETRY_MS_FIRST,
    RETRY_MS_MAX,
  ])
  ctx.log.error({ err: error, end_to_end_id: payment.endToEndId, state: row?.state }, 'payment not recorded')
}

const PUT_BACK = `
  update network_inbox set attempts = attempts + 1, last_error = $3,
    state = case when attempts + 1 >= $2::integer then 'parked' else 'waiting' end,
    next_attempt_at = $4::timestamptz + least($5::float8 * power(2, attempts), $6::float8) * interval '1 millisecond'
  where id = $1 and state = 'waiting'
  returning state`
