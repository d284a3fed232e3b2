import type { Context, Tx } from '../kernel/context.ts'
import { isRunnable } from '../kernel/jobs/each-due.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkReturn } from '../pix/provider.ts'

/** Why a return did not take place. */
export type ReturnFailure = 'return_refused' | 'return_not_done'

/** A return (devolução) of a payment, ours or (`network`) one that nobody here asked for. */
export interface ReturnRow {
  merchantId: string
  id: string
  caseId: string | null
  paymentId: string
  origin: 'service' | 'network'
  endToEndId: string
  /** Its name at the network. */
  networkId: string
  amountCents: bigint
  nature: string
  description: string | null
  /** `asking` until the network has told its end. */
  state: 'asking' | 'returned' | 'failed'
  /** The network's own id of it. */
  returnId: string | null
  failureCode: ReturnFailure | null
  attempts: number
  nextAttemptAt: Date
  /** The network's time of its end. */
  settledAt: Date | null
}

export const RETURN_COLUMNS = `n.merchant_id as "merchantId", n.id, n.case_id as "caseId", n.payment_id as "paymentId",
  n.origin, n.end_to_end_id as "endToEndId", n.network_id as "networkId", n.amount_cents as "amountCents", n.nature,
  n.description, n.state, n.return_id as "returnId", n.failure_code as "failureCode", n.attempts,
  n.next_attempt_at as "nextAttemptAt", n.settled_at as "settledAt"`

/** The name at the network of a return of ours: its id without dashes. */
export const networkIdOf = (id: string): string => id.replaceAll('-', '')

export interface NewReturn {
  merchantId: string
  /** The refund's own id, or a fresh one. */
  id: string
  caseId: string
  paymentId: string
  endToEndId: string
  amountCents: bigint
  /** Shown to the payer. */
  description: string | null
}

/** Writes down a return that the network is to be asked for; it is asked by `requestDueReturn`, or by the janitor. */
export async function insertReturn(tx: Tx, wanted: NewReturn, now: Date): Promise<void> {
  await sql(
    tx,
    `insert into network_return (merchant_id, id, case_id, payment_id, origin, end_to_end_id, network_id, amount_cents,
       nature, description, state, attempts, next_attempt_at, requested_at)
     values ($1, $2, $3, $4, 'service', $5, $6, $7, 'ORIGINAL', $8, 'asking', 0, $9, $9)`,
    [
      wanted.merchantId,
      wanted.id,
      wanted.caseId,
      wanted.paymentId,
      wanted.endToEndId,
      networkIdOf(wanted.id),
      wanted.amountCents,
      wanted.description,
      now,
    ],
  )
}

/**
 * Keeps what the network told of a return that was being asked for; a return under way changes nothing. What comes of
 * it is for the verb of its kind to finish. Answers whether it has ended by this.
 */
export async function recordReturnOutcome(
  ctx: Context,
  { merchantId, id }: { merchantId: string; id: string },
  told: NetworkReturn | 'refused',
): Promise<boolean> {
  const now = ctx.clock.now()
  const isReturned = told !== 'refused' && told.status === 'DEVOLVIDO'
  if (told !== 'refused' && !isReturned && told.status !== 'NAO_REALIZADO') return false
  const failureCode = told === 'refused' ? 'return_refused' : 'return_not_done'
  const settled = await sql(
    ctx,
    `update network_return set state = $3, return_id = $4, failure_code = $5, failure_reason = $6, settled_at = $7,
       next_attempt_at = $8, attempts = 0
     where merchant_id = $1 and id = $2 and state = 'asking' and amount_cents = coalesce($9, amount_cents) returning id`,
    [
      merchantId,
      id,
      isReturned ? 'returned' : 'failed',
      told === 'refused' ? null : told.returnId,
      isReturned ? null : failureCode,
      told === 'refused' ? null : (told.reason ?? null),
      isReturned ? (told.settledAt ?? now) : now,
      now,
      told === 'refused' ? null : told.amountCents,
    ],
  )
  return settled.length > 0
}

/**
 * For a DueWork: returns that have ended and that nobody has finished yet. $4 is a kind of case, or null for the
 * network's own returns.
 */
export const FIND_UNFINISHED = `
  select ${RETURN_COLUMNS} from network_return n
  left join financial_case f on f.merchant_id = n.merchant_id and f.id = n.case_id
  where n.state <> 'asking' and n.finished_at is null and n.next_attempt_at <= $1::timestamptz
    and case n.origin when 'network' then $4::text is null else f.kind = $4 end
    and ${isRunnable('finish-returns', { merchantId: 'n.merchant_id', id: 'n.id' })}
  order by n.next_attempt_at, n.id limit $2`

/** Locks a return, after the ledger, if it still waits to be finished. */
export async function lockUnfinished(tx: Tx, merchantId: string, id: string): Promise<ReturnRow | undefined> {
  const [row] = await sql<ReturnRow>(
    tx,
    `select ${RETURN_COLUMNS} from network_return n
     where n.merchant_id = $1 and n.id = $2 and n.state <> 'asking' and n.finished_at is null for no key update`,
    [merchantId, id],
  )
  return row
}

/** What came of the return stands in the book now; `caseId` names the case where it had none. */
export async function markReturnFinished(tx: Tx, row: ReturnRow, caseId: string, now: Date): Promise<void> {
  await sql(
    tx,
    'update network_return set finished_at = $3, case_id = $4, book_error = null where merchant_id = $1 and id = $2',
    [row.merchantId, row.id, now, caseId],
  )
}
