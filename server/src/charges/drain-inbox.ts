import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { HOUSE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { chargeIdOf } from './charge.entity.ts'
import type { InboxPayment } from './decided-payment.ts'
import { recordPayments } from './record-payments.ts'

/** How long one process owns the rows it took; far longer than recording a batch takes. */
const LEASE_MS = 30_000
/** Attempts before a row that cannot be recorded waits for a person. */
const ATTEMPTS_MAX = 12
const RETRY_MS_MAX = 300_000

/**
 * Records the payments that wait in the inbox, `limit` at most: one transaction for each merchant's. Answers how many
 * rows it took. A row that fails is tried alone, later, and at last parked as an exception; it never holds up others.
 */
export async function drainInbox(ctx: Context, limit: number): Promise<number> {
  const taken = await take(ctx, limit)
  const byMerchant = Map.groupBy(taken, (payment) => payment.merchantId)
  for (const [merchantId, payments] of byMerchant) await recordOrSplit(ctx, merchantId, payments)
  return taken.length
}

interface InboxRow {
  id: string
  end_to_end_id: string
  txid: string | null
  amount_cents: bigint
  paid_at: Date
  attempts: number
}

interface Taken extends InboxPayment {
  merchantId: string
  attempts: number
}

async function take(ctx: Context, limit: number): Promise<Taken[]> {
  const now = ctx.clock.now()
  const rows = await sql<InboxRow>(ctx, TAKE, [now, limit, plusMs(now, LEASE_MS)])
  const ids = rows.flatMap((row) => chargeIdOf(row.txid ?? '') ?? [])
  const owners = await sql<{ id: string; merchant_id: string }>(
    ctx,
    'select id, merchant_id from charge where id = any($1::uuid[])',
    [ids],
  )
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner.merchant_id]))
  return rows.map((row) => {
    const chargeId = chargeIdOf(row.txid ?? '')
    const merchantId = chargeId === undefined ? undefined : ownerOf.get(chargeId)
    return {
      inboxId: row.id,
      attempts: row.attempts,
      merchantId: merchantId ?? HOUSE_MERCHANT_ID,
      chargeId: merchantId ? chargeId : undefined,
      endToEndId: row.end_to_end_id,
      txid: row.txid,
      amountCents: row.amount_cents,
      paidAt: row.paid_at,
    }
  })
}

const TAKE = `
  update network_inbox set next_attempt_at = $3, attempts = attempts + 1
  where id in (
    select id from network_inbox where state = 'waiting' and kind = 'pix' and next_attempt_at <= $1
    order by next_attempt_at, id limit $2 for update skip locked)
  returning id, end_to_end_id, txid, amount_cents, paid_at, attempts`

async function recordOrSplit(ctx: Context, merchantId: string, payments: Taken[]): Promise<void> {
  try {
    await recordPayments(ctx, merchantId, payments)
  } catch (error) {
    if (payments.length > 1) {
      for (const payment of payments) await recordOrSplit(ctx, merchantId, [payment])
    } else {
      for (const payment of payments) await putBack(ctx, payment, error)
    }
  }
}

async function putBack(ctx: Context, payment: Taken, error: unknown): Promise<void> {
  const parked = payment.attempts >= ATTEMPTS_MAX
  const delayMs = Math.min(1_000 * 2 ** payment.attempts, RETRY_MS_MAX)
  ctx.log.error({ err: error, end_to_end_id: payment.endToEndId, parked }, 'payment not recorded')
  await sql(ctx, 'update network_inbox set state = $2, last_error = $3, next_attempt_at = $4 where id = $1', [
    payment.inboxId,
    parked ? 'parked' : 'waiting',
    error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    plusMs(ctx.clock.now(), delayMs),
  ])
}
