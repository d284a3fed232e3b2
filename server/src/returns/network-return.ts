import type { Context, Tx } from '../kernel/context.ts'
import { isRunnable } from '../kernel/jobs/each-due.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkReturn } from '../pix/provider.ts'

/** Why a return failed. */
export type ReturnFailure = 'return_refused' | 'return_not_done'

/** A return (devolução) of a payment. Its origin is `network` when this service did not request it. */
export interface ReturnRow {
  merchantId: string
  id: string
  caseId: string | null
  paymentId: string
  origin: 'service' | 'network'
  endToEndId: string
  /** The id by which the network knows the return; chosen by the requester. */
  networkId: string
  amountCents: bigint
  nature: string
  description: string | null
  /** `asking` until the network reports the outcome. */
  state: 'asking' | 'returned' | 'failed'
  /** The id that the network assigned (rtrId). */
  returnId: string | null
  failureCode: ReturnFailure | null
  attempts: number
  nextAttemptAt: Date
  /** When the network carried the return out. */
  settledAt: Date | null
}

export const RETURN_COLUMNS = `n.merchant_id as "merchantId", n.id, n.case_id as "caseId", n.payment_id as "paymentId",
  n.origin, n.end_to_end_id as "endToEndId", n.network_id as "networkId", n.amount_cents as "amountCents", n.nature,
  n.description, n.state, n.return_id as "returnId", n.failure_code as "failureCode", n.attempts,
  n.next_attempt_at as "nextAttemptAt", n.settled_at as "settledAt"`

/** Returns the id of a return at the network: its own id without dashes. */
export const networkIdOf = (id: string): string => id.replaceAll('-', '')

export interface NewReturn {
  merchantId: string
  /** The refund's id for a refund, else a new id. */
  id: string
  caseId: string
  paymentId: string
  endToEndId: string
  amountCents: bigint
  /** Shown to the payer. */
  description: string | null
}

/** Inserts a return in state `asking`. `requestDueReturn` requests it at the network. */
export async function insertReturn(tx: Tx, newReturn: NewReturn, now: Date): Promise<void> {
  await sql(
    tx,
    `insert into network_return (merchant_id, id, case_id, payment_id, origin, end_to_end_id, network_id, amount_cents,
       nature, description, state, attempts, next_attempt_at, requested_at)
     values ($1, $2, $3, $4, 'service', $5, $6, $7, 'ORIGINAL', $8, 'asking', 0, $9, $9)`,
    [
      newReturn.merchantId,
      newReturn.id,
      newReturn.caseId,
      newReturn.paymentId,
      newReturn.endToEndId,
      networkIdOf(newReturn.id),
      newReturn.amountCents,
      newReturn.description,
      now,
    ],
  )
}

/**
 * Records the outcome that the network reported for a return in state `asking`. `finishReturns` then updates its
 * refund, dispute or held payment. Does nothing while the return is in progress at the network, or when the amounts
 * differ. Returns whether it recorded an outcome.
 */
export async function recordReturnOutcome(
  ctx: Context,
  { merchantId, id }: { merchantId: string; id: string },
  reported: NetworkReturn | 'refused',
): Promise<boolean> {
  const now = ctx.clock.now()
  const isReturned = reported !== 'refused' && reported.status === 'DEVOLVIDO'
  if (reported !== 'refused' && !isReturned && reported.status !== 'NAO_REALIZADO') return false
  const failureCode = reported === 'refused' ? 'return_refused' : 'return_not_done'
  const settled = await sql(
    ctx,
    `update network_return set state = $3, return_id = $4, failure_code = $5, failure_reason = $6, settled_at = $7,
       next_attempt_at = $8, attempts = 0
     where merchant_id = $1 and id = $2 and state = 'asking' and amount_cents = coalesce($9, amount_cents) returning id`,
    [
      merchantId,
      id,
      isReturned ? 'returned' : 'failed',
      reported === 'refused' ? null : reported.returnId,
      isReturned ? null : failureCode,
      reported === 'refused' ? null : (reported.reason ?? null),
      isReturned ? (reported.settledAt ?? now) : now,
      now,
      reported === 'refused' ? null : reported.amountCents,
    ],
  )
  return settled.length > 0
}

/**
 * Finds returns with a known outcome that are not finished. $1 to $3 are the `FindParameters`. $4 is a kind of case, or
 * null for returns that this service did not request.
 */
export const FIND_UNFINISHED = `
  select ${RETURN_COLUMNS} from network_return n
  left join financial_case f on f.merchant_id = n.merchant_id and f.id = n.case_id
  where n.state <> 'asking' and n.finished_at is null and n.next_attempt_at <= $1::timestamptz
    and case n.origin when 'network' then $4::text is null else f.kind = $4 end
    and ${isRunnable('finish-returns', { merchantId: 'n.merchant_id', id: 'n.id' })}
  order by n.next_attempt_at, n.id limit $2`

/** Locks a return that is not finished. The caller has locked the ledger. Returns undefined when it is finished. */
export async function lockUnfinished(tx: Tx, merchantId: string, id: string): Promise<ReturnRow | undefined> {
  const [row] = await sql<ReturnRow>(
    tx,
    `select ${RETURN_COLUMNS} from network_return n
     where n.merchant_id = $1 and n.id = $2 and n.state <> 'asking' and n.finished_at is null for no key update`,
    [merchantId, id],
  )
  return row
}

/** Marks a return as finished and assigns it to its case. */
export async function markReturnFinished(tx: Tx, row: ReturnRow, caseId: string, now: Date): Promise<void> {
  await sql(
    tx,
    'update network_return set finished_at = $3, case_id = $4, book_error = null where merchant_id = $1 and id = $2',
    [row.merchantId, row.id, now, caseId],
  )
}
