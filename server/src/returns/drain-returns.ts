import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkReturn } from '../pix/provider.ts'
import { readReturn } from '../pix/read-pix.ts'
import { recordReturnOutcome } from './network-return.ts'

/** How long one process owns the rows it took; far longer than looking at a batch takes. */
const LEASE_MS = 30_000
/** Attempts before a row that cannot be used waits for a person: its payment may come later than its return. */
const ATTEMPTS_MAX = 12
const RETRY_MS_MAX = 300_000

/**
 * Looks at the returns that wait in the inbox, in batches of `limit`: what the network tells of a return of ours ends it;
 * a return that nobody here asked for is written down, for its dispute to be recorded. One that fails is tried later; it
 * delays no other. Answers how many rows it took.
 */
export async function drainReturns(ctx: Context, limit: number): Promise<number> {
  let takenCount = 0
  for (;;) {
    const now = ctx.clock.now()
    const rows = await sql<InboxReturn>(ctx, TAKE, [now, limit, plusMs(now, LEASE_MS)])
    let failedCount = 0
    for (const row of rows) {
      try {
        await transaction(ctx, (tx) => apply(tx, row))
      } catch (error) {
        failedCount += 1
        await putBack(ctx, row, error)
      }
    }
    takenCount += rows.length
    if (failedCount === 0 || rows.length < limit) return takenCount
  }
}

/** No later try can make it right. */
class Unbookable extends Error {
  override readonly name = 'Unbookable'
}

interface InboxReturn {
  id: string
  endToEndId: string
  raw: unknown
  attempts: number
}

const TAKE = `
  update network_inbox set next_attempt_at = $3, attempts = attempts + 1
  where id in (
    select id from network_inbox where state = 'waiting' and kind = 'devolucao' and next_attempt_at <= $1
    order by next_attempt_at, id limit $2 for update skip locked)
  returning id, end_to_end_id as "endToEndId", raw, attempts`

async function apply(tx: Tx, row: InboxReturn): Promise<void> {
  const told = readReturn(row.raw, { log: tx.log, source: 'return' })
  if (!told) throw new Error('the return cannot be read')
  const [payment] = await sql<{ merchantId: string; id: string }>(
    tx,
    'select merchant_id as "merchantId", id from payment where end_to_end_id = $1',
    [row.endToEndId],
  )
  if (!payment) throw new Error('the payment of the return has not been recorded')

  const { merchantId } = payment
  const [standing] = await sql<{ id: string; state: string; origin: string; amountCents: bigint }>(
    tx,
    `select id, state, origin, amount_cents as "amountCents" from network_return
     where merchant_id = $1 and end_to_end_id = $2 and network_id = $3 for no key update`,
    [merchantId, row.endToEndId, told.id],
  )
  if (standing && standing.amountCents !== told.amountCents)
    throw new Unbookable('the return has another amount')
  if (standing?.state === 'asking') await recordReturnOutcome(tx, { merchantId, id: standing.id }, told)
  else if (told.status === 'DEVOLVIDO' && standing?.state !== 'returned') {
    await writeUnannounced(tx, { merchantId, paymentId: payment.id, endToEndId: row.endToEndId }, told)
  }
  await sql(tx, `update network_inbox set state = 'done', done_at = $2, last_error = null where id = $1`, [
    row.id,
    tx.clock.now(),
  ])
}

/**
 * Money left that nobody here asked for; also where a return of ours had been given up, and the network carried it out
 * after all.
 */
async function writeUnannounced(
  tx: Tx,
  payment: { merchantId: string; paymentId: string; endToEndId: string },
  told: NetworkReturn,
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
      told.id,
      told.amountCents,
      told.nature,
      told.returnId,
      now,
      told.settledAt ?? now,
    ],
  )
}

async function putBack(ctx: Context, row: InboxReturn, error: unknown): Promise<void> {
  const parked = row.attempts >= ATTEMPTS_MAX || error instanceof Unbookable
  const delayMs = Math.min(1_000 * 2 ** row.attempts, RETRY_MS_MAX)
  const [payment] = await sql<{ merchant_id: string }>(
    ctx,
    'select merchant_id from payment where end_to_end_id = $1',
    [row.endToEndId],
  )
  ctx.log.error({ err: error, ...payment, end_to_end_id: row.endToEndId, parked }, 'return not looked at')
  await sql(ctx, 'update network_inbox set state = $2, last_error = $3, next_attempt_at = $4 where id = $1', [
    row.id,
    parked ? 'parked' : 'waiting',
    error instanceof Error ? error.message.slice(0, 500) : 'unknown',
    plusMs(ctx.clock.now(), delayMs),
  ])
}
