import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { isOneOfTexts, preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { db } from '../kernel/database/tables.ts'
import type { ExceptionKind } from './exception.entity.ts'

export interface NewException {
  kind: ExceptionKind
  /**
   * Identifies the exception together with merchant and kind. By default, the subject is the end-to-end id. For an
   * exception about a return, the subject is the network's id of the return.
   */
  subject?: string
  endToEndId: string
  paymentId: string | null
  /** The values that differ, without payer data. Amounts are decimal texts in centavos. */
  details: Record<string, string>
  /**
   * Whether to reopen a closed exception. Set `reopen` if another attempt to record the payment or return has failed.
   */
  reopen?: boolean
}

/**
 * Opens an exception, but at most one for each kind and subject. A repeated call updates only `checked_at`. A closed
 * exception stays closed unless `reopen` is set.
 */
export async function openException(
  ctx: Context,
  merchantId: string,
  { kind, subject, endToEndId, paymentId, details, reopen = false }: NewException,
  now: Date,
): Promise<void> {
  await db(ctx)
    .insertInto('reconciliation_exception')
    .values({
      merchant_id: merchantId,
      id: ctx.ids.uuid(now),
      kind,
      state: 'open',
      subject: subject ?? endToEndId,
      end_to_end_id: endToEndId,
      payment_id: paymentId,
      details,
      opened_at: now,
      checked_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .constraint('reconciliation_exception_once')
        .doUpdateSet({ checked_at: now, ...(reopen && REOPENED) }),
    )
    .execute()
}

const REOPENED = {
  state: 'open',
  closed_at: null,
  closed_by: null,
  resolution: null,
  remedy: null,
} as const

/** Finds the ids of the open exceptions of a kind about these subjects. */
export async function findOpenExceptions(ctx: Context, given: ExceptionsOf): Promise<string[]> {
  const rows = await selectOpen(ctx, given)
  return rows.map((row) => row.id)
}

interface ExceptionsOf {
  merchantId: string
  kind: ExceptionKind
  subjects: string[]
}

const selectOpen = preparedQuery((compiler, given: Given<ExceptionsOf>) =>
  compiler
    .selectFrom('reconciliation_exception')
    .select('id')
    .where('merchant_id', '=', given('merchantId'))
    .where('kind', '=', given('kind'))
    .where('state', '=', 'open')
    .where(isOneOfTexts('subject', given('subjects'))),
)

/** Closes exceptions because the network's list now contains the payment or return. */
export async function closeFoundExceptions(
  ctx: Context,
  merchantId: string,
  ids: string[],
  now: Date,
): Promise<void> {
  await db(ctx)
    .updateTable('reconciliation_exception')
    .set({
      state: 'closed',
      closed_at: now,
      closed_by: ctx.actor,
      resolution: 'Apareceu no registro da rede.',
      remedy: 'none',
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(ids))
    .execute()
}
