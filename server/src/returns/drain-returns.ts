import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkReturn } from '../pix/provider.ts'
import { readReturn } from '../pix/read-pix.ts'
import { recordReturnOutcome } from './network-return.ts'

/** The lease of a process on the rows it claimed; much longer than a batch takes. */
const LEASE_MS = 30_000
/** After this many failed attempts a row is parked until staff act. A return may arrive before its payment. */
const ATTEMPTS_MAX = 12
const RETRY_MS_MAX = 300_000

/**
 * Processes the returns that wait in the inbox, in batches of `limit`. Records the outcome of a return that this
 * service requested. Inserts a return that it did not request (MED); `recordUnrequestedReturns` records its dispute. A
 * row that fails is retried later and delays no other row. Returns how many rows it claimed.
 */
export async function drainReturns(ctx: Context, limit: number): Promise<number> {
  let claimedCount = 0
  for (;;) {
    const now = ctx.clock.now()
    const rows = await sql<InboxReturn>(ctx, CLAIM, [now, limit, plusMs(now, LEASE_MS)])
    let failedCount = 0
    for (const row of rows) {
      try {
        await transaction(ctx, (tx) => recordInboxReturn(tx, row))
      } catch (error) {
        failedCount += 1
        await scheduleRetry(ctx, row, error)
      }
    }
    claimedCount += rows.length
    if (failedCount === 0 || rows.length < limit) return claimedCount
  }
}

/** A return that no retry can record. Its row is parked at once. */
class UnrecordableReturnError extends Error {
  override readonly name = 'UnrecordableReturnError'
}

interface InboxReturn {
  id: string
  endToEndId: string
  raw: unknown
  attempts: number
}

const CLAIM = `
  update network_inbox set next_attempt_at = $3, attempts = attempts + 1
  where id in (
    select id from network_inbox where state = 'waiting' and kind = 'devolucao' and next_attempt_at <= $1
    order by next_attempt_at, id limit $2 for update skip locked)
  returning id, end_to_end_id as "endToEndId", raw, attempts`

async function recordInboxReturn(tx: Tx, row: InboxReturn): Promise<void> {
  const reported = readReturn(row.raw, { log: tx.log, source: 'return' })
  if (!reported) throw new Error('the inbox row does not contain a valid return')
  const [payment] = await sql<{ merchantId: string; id: string }>(
    tx,
    'select merchant_id as "merchantId", id from payment where end_to_end_id = $1',
    [row.endToEndId],
  )
  if (!payment) throw new Error('the payment of the return is not recorded yet')

  const { merchantId } = payment
  const [existing] = await sql<{ id: string; state: string; origin: string; amountCents: bigint }>(
    tx,
    `select id, state, origin, amount_cents as "amountCents" from network_return
     where merchant_id = $1 and end_to_end_id = $2 and network_id = $3 for no key update`,
    [merchantId, row.endToEndId, reported.id],
  )
  if (existing && existing.amountCents !== reported.amountCents)
    throw new UnrecordableReturnError('the amount differs from the recorded return')
  if (existing?.state === 'asking') await recordReturnOutcome(tx, { merchantId, id: existing.id }, reported)
  else if (reported.status === 'DEVOLVIDO' && existing?.state !== 'returned') {
    await insertUnrequestedReturn(
      tx,
      { merchantId, paymentId: payment.id, endToEndId: row.endToEndId },
      reported,
    )
  }
  await sql(tx, `update network_inbox set state = 'done', done_at = $2, last_error = null where id = $1`, [
    row.id,
    tx.clock.now(),
  ])
}

/**
 * Records a return that this service did not request. Also takes over a return that was recorded as failed but that the
 * network carried out later.
 */
async function insertUnrequestedReturn(
  tx: Tx,
  payment: { merchantId: string; paymentId: string; endToEndId: string },
  reported: NetworkReturn,
): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    `insert into network_return (merchant_id, id, payment_id, origin, end_to_end_id, network_id, amount_cents, nature,
       state, return_id, attempts, next_attempt_at, requested_at, settled_at)
     values ($1, $2, $3, 'network', $4, $5, $6, $7, 'returned', $8, 0, $9, $9, $10)
     on conflict on constraint network_return_once do update set origin = 'network', case_id = null, state = 'returned',
       return_id = excluded.return_id, failure_code = null, failure_reason = null, attempts = 0,
       next_attempt_at = excluded.next_attempt_at, settled_at = excluded.settled_at, finished_at = null`,
    [
      payment.merchantId,
      tx.ids.uuid(now),
      payment.paymentId,
      payment.endToEndId,
      reported.id,
      reported.amountCents,
      reported.nature,
      reported.returnId,
      now,
      reported.settledAt ?? now,
    ],
  )
}

async function scheduleRetry(ctx: Context, row: InboxReturn, error: unknown): Promise<void> {
  const parked = row.attempts >= ATTEMPTS_MAX || error instanceof UnrecordableReturnError
  const delayMs = Math.min(1_000 * 2 ** row.attempts, RETRY_MS_MAX)
  const [payment] = await sql<{ merchant_id: string }>(
    ctx,
    'select merchant_id from payment where end_to_end_id = $1',
    [row.endToEndId],
  )
  ctx.log.error({ err: error, ...payment, end_to_end_id: row.endToEndId, parked }, 'return not recorded')
  await sql(ctx, 'update network_inbox set state = $2, last_error = $3, next_attempt_at = $4 where id = $1', [
    row.id,
    parked ? 'parked' : 'waiting',
    error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    plusMs(ctx.clock.now(), delayMs),
  ])
}
