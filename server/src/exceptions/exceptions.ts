import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { ExceptionKind } from './exception.entity.ts'

export interface NewException {
  kind: ExceptionKind
  /** What it is about; the payment's end-to-end id, unless it is about one of several things of a payment. */
  subject?: string
  endToEndId: string
  paymentId: string | null
  /** What differs, without a word about the payer. Money as decimal texts. */
  details: Record<string, string>
  /** It was closed for another try, which failed: it is open once more. */
  again?: boolean
}

/**
 * Names a difference, for staff to see; one of a kind for each payment or return. A repetition only tells that it was
 * looked at again, and an exception that was closed stays closed, unless it is `again`.
 */
export async function openException(
  ctx: Context,
  merchantId: string,
  { kind, subject, endToEndId, paymentId, details, again = false }: NewException,
  now: Date,
): Promise<void> {
  await sql(
    ctx,
    `insert into reconciliation_exception
       (merchant_id, id, kind, state, subject, end_to_end_id, payment_id, details, opened_at, checked_at)
     values ($1, $2, $3, 'open', $8, $4, $5, $6, $7, $7)
     on conflict on constraint reconciliation_exception_once do update set checked_at = excluded.checked_at${
       again ? REOPENED : ''
     }`,
    [
      merchantId,
      ctx.ids.uuid(now),
      kind,
      endToEndId,
      paymentId,
      JSON.stringify(details),
      now,
      subject ?? endToEndId,
    ],
  )
}

const REOPENED = `, state = 'open', closed_at = null, closed_by = null, resolution = null, remedy = null`

/** The open exceptions of a kind about these subjects. */
export async function findOpenExceptions(
  ctx: Context,
  merchantId: string,
  kind: ExceptionKind,
  subjects: string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select id from reconciliation_exception
     where merchant_id = $1 and kind = $3 and state = 'open' and subject = any($2::text[])`,
    [merchantId, subjects, kind],
  )
  return rows.map((row) => row.id)
}

/** What was missing has turned up in the network's record: its exceptions say so and are closed. */
export async function closeFoundExceptions(
  ctx: Context,
  merchantId: string,
  ids: string[],
  now: Date,
): Promise<void> {
  await sql(
    ctx,
    `update reconciliation_exception set state = 'closed', closed_at = $3, closed_by = $4,
       resolution = 'Apareceu no registro da rede.', remedy = 'none'
     where merchant_id = $1 and id = any($2::uuid[])`,
    [merchantId, ids, now, ctx.actor],
  )
}
