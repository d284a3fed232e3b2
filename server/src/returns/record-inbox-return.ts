import type { Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { NetworkReturn } from '../pix/provider.ts'
import { readReturn } from '../pix/read-pix.ts'
import { recordReturnOutcome } from './network-return.ts'

/** A return in the inbox, with the payment that it refers to. */
export interface InboxReturn {
  id: string
  endToEndId: string
  raw: unknown
  attempts: number
  /** The recorded payment; undefined while the payment is not recorded. */
  payment: { merchantId: string; id: string } | undefined
}

/**
 * The error for a return that cannot be recorded, even by a retry. The inbox row of the return is parked without
 * another attempt.
 */
export class UnrecordableReturnError extends Error {
  override readonly name = 'UnrecordableReturnError'
}

/**
 * Records a return of the inbox. If this service requested the return, records its outcome. If this service did not
 * request it (MED), inserts it. Returns false when another process is recording the row, or has recorded or rescheduled
 * it.
 * @throws UnrecordableReturnError when no retry can record the return.
 * @throws Error when the row is not valid, or when the payment is not recorded yet.
 */
export async function recordInboxReturn(tx: Tx, row: InboxReturn): Promise<boolean> {
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

/** Locks the row of a return, unless another process is recording it, or has recorded or rescheduled it. */
const lockMessage = (tx: Tx, { id, attempts }: InboxReturn) =>
  db(tx)
    .selectFrom('network_inbox')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/**
 * Records a return that this service did not request. Also updates a return that was recorded as failed but that the
 * PSP carried out later.
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
      correlation_id: tx.correlationId,
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
        correlation_id: eb.ref('excluded.correlation_id'),
        finished_at: null,
      })),
    )
    .execute()
}
