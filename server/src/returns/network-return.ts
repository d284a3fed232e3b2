import type { Context, Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { NetworkReturn as ReportedReturn } from '../pix/provider.ts'
import type { NetworkReturn, ReturnFailure } from './network-return.entity.ts'

/** The columns of a return (devolução) that the functions of this folder need. */
export type ReturnRow = Pick<
  NetworkReturn,
  | 'merchantId'
  | 'id'
  | 'caseId'
  | 'paymentId'
  | 'origin'
  | 'endToEndId'
  | 'networkId'
  | 'amountCents'
  | 'nature'
  | 'description'
  | 'state'
  | 'returnId'
  | 'failureCode'
  | 'attempts'
  | 'nextAttemptAt'
  | 'settledAt'
  | 'correlationId'
>

/** The columns of a `ReturnRow`, from table `network_return` with the alias `n`. */
export const RETURN_COLUMNS = [
  'n.merchant_id as merchantId',
  'n.id',
  'n.case_id as caseId',
  'n.payment_id as paymentId',
  'n.origin',
  'n.end_to_end_id as endToEndId',
  'n.network_id as networkId',
  'n.amount_cents as amountCents',
  'n.nature',
  'n.description',
  'n.state',
  'n.return_id as returnId',
  'n.failure_code as failureCode',
  'n.attempts',
  'n.next_attempt_at as nextAttemptAt',
  'n.settled_at as settledAt',
  'n.correlation_id as correlationId',
] as const

/** A return with the receiving account of its payment. The return must be requested at the PSP of this account. */
export type ClaimedReturn = ReturnRow & { pixAccountId: string }

/** The delays between the attempts of a return whose outcome is unknown: 2 s, 5 s, 15 s, 60 s, then 5 min. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const RETRY_DELAY_MS_LAST = 300_000

/** Returns the delay after attempt number `attempts` (from 1), in milliseconds. */
export const retryDelayMs = (attempts: number): number => RETRY_DELAYS_MS[attempts - 1] ?? RETRY_DELAY_MS_LAST

/** Returns the id of a return at the PSP: the id of its row without dashes. */
export const networkIdOf = (id: string): string => id.replaceAll('-', '')

export interface NewReturn {
  merchantId: string
  /** The id of the new row; for a refund, the id of the refund. */
  id: string
  caseId: string
  paymentId: string
  endToEndId: string
  amountCents: bigint
  /** The text about the return that the payer sees. */
  description: string | null
}

/**
 * Inserts a return in state `asking`, with the correlation id of the transaction. After that, `requestDueReturn`
 * requests the return at the PSP.
 */
export async function insertReturn(tx: Tx, newReturn: NewReturn, now: Date): Promise<void> {
  await db(tx)
    .insertInto('network_return')
    .values({
      merchant_id: newReturn.merchantId,
      id: newReturn.id,
      case_id: newReturn.caseId,
      payment_id: newReturn.paymentId,
      origin: 'service',
      end_to_end_id: newReturn.endToEndId,
      network_id: networkIdOf(newReturn.id),
      amount_cents: newReturn.amountCents,
      nature: 'ORIGINAL',
      description: newReturn.description,
      state: 'asking',
      attempts: 0,
      next_attempt_at: now,
      requested_at: now,
      correlation_id: tx.correlationId,
    })
    .execute()
}

/**
 * Records a return that this service did not request. Also updates a return that was recorded as failed but that the
 * PSP carried out later.
 */
export async function insertUnrequestedReturn(
  tx: Tx,
  payment: { merchantId: string; paymentId: string; endToEndId: string },
  reported: ReportedReturn,
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

/**
 * Records the outcome that the PSP reported for a return in state `asking`. After that, `finishReturns` updates the
 * refund, the dispute or the held payment of the return. Does nothing while the return is in progress at the PSP, or if
 * the amounts differ. Returns whether an outcome was recorded.
 */
export async function recordReturnOutcome(
  ctx: Context,
  { merchantId, id }: { merchantId: string; id: string },
  reported: ReportedReturn | 'refused',
): Promise<boolean> {
  const now = ctx.clock.now()
  const isReturned = reported !== 'refused' && reported.status === 'DEVOLVIDO'
  if (reported !== 'refused' && !isReturned && reported.status !== 'NAO_REALIZADO') return false
  const failureCode: ReturnFailure = reported === 'refused' ? 'return_refused' : 'return_not_done'
  let outcome = db(ctx)
    .updateTable('network_return')
    .set({
      state: isReturned ? 'returned' : 'failed',
      return_id: reported === 'refused' ? null : reported.returnId,
      failure_code: isReturned ? null : failureCode,
      failure_reason: reported === 'refused' ? null : (reported.reason ?? null),
      settled_at: isReturned ? (reported.settledAt ?? now) : now,
      next_attempt_at: now,
      attempts: 0,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('state', '=', 'asking')
  if (reported !== 'refused') outcome = outcome.where('amount_cents', '=', reported.amountCents)
  const recorded = await outcome.returning('id').execute()
  return recorded.length > 0
}
