import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { ExceptionKind } from './exception.entity.ts'

export interface NewException {
  kind: ExceptionKind
  /**
   * Unique per merchant and kind. Default: the end-to-end id. The network's return id for an exception about a return.
   */
  subject?: string
  endToEndId: string
  paymentId: string | null
  /** The differing values, without payer data. Amounts are decimal texts in centavos. */
  details: Record<string, string>
  /** Reopens a closed exception, because another attempt to record has failed. */
  reopen?: boolean
}

/**
 * Opens an exception, at most one per kind and subject. A repeated call only updates `checked_at`. A closed exception
 * stays closed unless `reopen` is set.
 */
export async function openException(
  ctx: Context,
  merchantId: string,
  { kind, subject, endToEndId, paymentId, details, reopen = false }: NewException,
  now: Date,
): Promise<void> {
  await sql(
    ctx,
    `insert into reconciliation_exception
       (merchant_id, id, kind, state, subject, end_to_end_id, payment_id, details, opened_at, checked_at)
     values ($1, $2, $3, 'open', $8, $4, $5, $6, $7, $7)
     on conflict on constraint reconciliation_exception_once do update set checked_at = excluded.checked_at${
       reopen ? REOPENED : ''
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

/** Finds the ids of the open exceptions of a kind about these subjects. */
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

/** Closes exceptions because the network's record now contains what was missing. */
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
