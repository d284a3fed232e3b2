import { plusMs } from '../kernel/clock.ts'
import { isAborted, transaction, type Context, type Tx } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { isTransient } from '../kernel/jobs/transient-error.ts'
import { db } from '../kernel/database/tables.ts'
import type { NetworkReturn } from '../pix/provider.ts'
import { readReturn } from '../pix/read-pix.ts'
import { recordReturnOutcome } from './network-return.ts'

/** The lease of a process on the rows it claimed; much longer than a batch takes. */
const LEASE_MS = 30_000
/**
 * After this many failed attempts a row is parked until staff act. The first attempts may fail because a return can
 * arrive before its payment.
 */
const ATTEMPTS_MAX = 12
const RETRY_MS_MAX = 300_000

/**
 * Processes the returns that wait in the inbox, in batches of `limit`. Records the outcome of a return that this
 * service requested. Inserts a return that this service did not request (MED); `recordUnrequestedReturns` records its
 * dispute. A row that fails is retried later and delays no other row. Returns how many rows it claimed.
 */
export async function drainReturns(ctx: Context, limit: number): Promise<number> {
  let claimedCount = 0
  for (;;) {
    const rows = await claim(ctx, limit)
    let failedCount = 0
    for (const [index, row] of rows.entries()) {
      if (isAborted(ctx)) {
        await release(ctx, rows.slice(index))
        return claimedCount + index
      }
      try {
        await transaction(contextOf(ctx, row), (tx) => recordInboxReturn(tx, row))
      } catch (error) {
        failedCount += 1
        await scheduleRetry(ctx, row, error)
      }
    }
    claimedCount += rows.length
    if (failedCount === 0 || rows.length < limit) return claimedCount
  }
}

/** Thrown for a return that no retry can record. Its inbox row is parked without another attempt. */
class UnrecordableReturnError extends Error {
  override readonly name = 'UnrecordableReturnError'
}

/** Claims due returns in the inbox. Rows that another process is claiming are skipped. */
function claim(ctx: Context, limit: number) {
  const now = ctx.clock.now()
  return db(ctx)
    .updateTable('network_inbox')
    .set((eb) => ({ next_attempt_at: plusMs(now, LEASE_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('network_inbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('kind', '=', 'devolucao')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'end_to_end_id as endToEndId', 'raw', 'attempts', 'correlation_id as correlationId'])
    .execute()
}

type InboxReturn = Awaited<ReturnType<typeof claim>>[number]

/** Returns a context with the correlation id of the callback, request or job run that reported the return. */
const contextOf = (ctx: Context, { correlationId }: InboxReturn): Context => ({
  ...ctx,
  correlationId: correlationId ?? ctx.correlationId,
})

/** Finds the payment of a return. The network reports a return without its merchant. */
const findPayment = (ctx: Context, { endToEndId }: InboxReturn) =>
  db(ctx)
    .selectFrom('payment')
    .select(['merchant_id as merchantId', 'id'])
    .where('end_to_end_id', '=', endToEndId)
    .executeTakeFirst()

async function recordInboxReturn(tx: Tx, row: InboxReturn): Promise<void> {
  const reported = readReturn(row.raw, { log: tx.log, source: 'return' })
  if (!reported) throw new Error('the inbox row does not contain a valid return')
  const payment = await findPayment(tx, row)
  if (!payment) throw new Error('the payment that this return refers to is not recorded yet')

  const { merchantId } = payment
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
    await insertUnrequestedReturn(
      tx,
      { merchantId, paymentId: payment.id, endToEndId: row.endToEndId },
      reported,
    )
  }
  await db(tx)
    .updateTable('network_inbox')
    .set({ state: 'done', done_at: tx.clock.now(), last_error: null })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Records a return that this service did not request. Also updates a return that was recorded as failed but that the
 * network carried out later.
 */
async function insertUnrequestedReturn(
  tx: Tx,
  payment: { merchantId: string; paymentId: string; endToEndId: string },
  reported: NetworkReturn,
): Promise<void> {
  const now = tx.clock.now()
  await db(tx)
    .insertInto('network_return')
    .values({
      merchant_id: payment.merchantId,
      id: tx.ids.uuid(now),
      payment_id: payment.paymentId,
      origin: 'network',
      end_to_end_id: payment.endToEndId,
      network_id: reported.id,
      amount_cents: reported.amountCents,
      nature: reported.nature,
      state: 'returned',
      return_id: reported.returnId,
      attempts: 0,
      next_attempt_at: now,
      requested_at: now,
      settled_at: reported.settledAt ?? now,
    })
    .onConflict((conflict) =>
      conflict.constraint('network_return_once').doUpdateSet((eb) => ({
        origin: 'network',
        case_id: null,
        state: 'returned',
        return_id: eb.ref('excluded.return_id'),
        failure_code: null,
        failure_reason: null,
        attempts: 0,
        next_attempt_at: eb.ref('excluded.next_attempt_at'),
        settled_at: eb.ref('excluded.settled_at'),
        finished_at: null,
      })),
    )
    .execute()
}

/** Ends the lease on rows that were not tried. */
async function release(ctx: Context, rows: InboxReturn[]): Promise<void> {
  await db(ctx)
    .updateTable('network_inbox')
    .set((eb) => ({ next_attempt_at: ctx.clock.now(), attempts: eb('attempts', '-', 1) }))
    .where('id', '=', anyUuid(rows.map((row) => row.id)))
    .where('state', '=', 'waiting')
    .execute()
}

async function scheduleRetry(ctx: Context, row: InboxReturn, error: unknown): Promise<void> {
  const parked =
    (row.attempts >= ATTEMPTS_MAX && !isTransient(error)) || error instanceof UnrecordableReturnError
  const delayMs = Math.min(1_000 * 2 ** row.attempts, RETRY_MS_MAX)
  const payment = await findPayment(ctx, row)
  ctx.log.error(
    {
      err: error,
      correlation_id: contextOf(ctx, row).correlationId,
      merchant_id: payment?.merchantId,
      end_to_end_id: row.endToEndId,
      parked,
    },
    'return not recorded',
  )
  await db(ctx)
    .updateTable('network_inbox')
    .set({
      state: parked ? 'parked' : 'waiting',
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
      next_attempt_at: plusMs(ctx.clock.now(), delayMs),
    })
    .where('id', '=', row.id)
    .execute()
}
