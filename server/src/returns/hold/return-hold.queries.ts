import { expressionBuilder, sql, type AliasableExpression, type SqlBool } from 'kysely'
import { allSweptUntil } from '../../inbox/sweep-times.ts'
import type { Context } from '../../kernel/context.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'

/**
 * The incarnation of the connected database: its system identifier and its timeline. PostgreSQL begins a new timeline
 * when a restore from an archive ends, and when a standby is promoted. In both cases, commits may have been lost.
 */
export const INCARNATION = sql<string>`database_incarnation()`

/** Returns the condition under which the service may request returns at the PSP. */
export function returnsAreReleased(): AliasableExpression<SqlBool> {
  const eb = expressionBuilder<Tables>()
  return eb.exists(
    eb
      .selectFrom('return_hold')
      .select('return_hold.id')
      .where('return_hold.held_since', 'is', null)
      .where('return_hold.released_incarnation', '=', INCARNATION),
  )
}

/** Why returns are held: an operator held them, or the database was restored or promoted. */
export type HoldCause = 'operator' | 'database_restored'

export interface ReturnHoldState {
  /** Why returns are held; null when returns are released. */
  heldBy: HoldCause | null
  /** Since when an operator has held the returns; null when no operator holds them. */
  heldSince: Date | null
  /** The reason that the operator gave; null when no operator holds the returns. */
  reason: string | null
  /** The time up to which the sweeps have read the PSPs' payments; null before the first sweep. */
  sweptUntil: Date | null
}

/** Returns whether returns are held, and up to which time the sweep has read the PSP's payments. */
export async function getReturnHold(ctx: Context): Promise<ReturnHoldState> {
  const row = await db(ctx)
    .selectFrom('return_hold')
    .select((eb) => [
      'held_since as heldSince',
      'reason',
      eb('released_incarnation', '=', INCARNATION).as('isSameDatabase'),
      allSweptUntil(db(ctx)).as('sweptUntil'),
    ])
    .executeTakeFirstOrThrow()
  const { isSameDatabase, ...state } = row
  const heldBy = isSameDatabase ? null : 'database_restored'
  return { ...state, heldBy: state.heldSince === null ? heldBy : 'operator' }
}

/** A held payment that must still reach its payer. Its return may already have been requested. */
export interface WaitingPayment {
  merchantId: string
  caseId: string
  endToEndId: string | null
  txid: string | null
  amountCents: bigint
  classification: string
  paidAt: Date
}

/**
 * Lists the held payments whose return is not finished, the oldest first, at most `limit`. Leaves out payments whose
 * return failed.
 */
export const listWaitingPayments = (ctx: Context, limit: number): Promise<WaitingPayment[]> =>
  db(ctx)
    .selectFrom('financial_case as f')
    .innerJoin('payment as p', (on) =>
      on.onRef('p.merchant_id', '=', 'f.merchant_id').onRef('p.id', '=', 'f.payment_id'),
    )
    .select([
      'f.merchant_id as merchantId',
      'f.id as caseId',
      'f.end_to_end_id as endToEndId',
      'p.txid',
      'f.held_payer_cents as amountCents',
      'p.classification',
      'p.paid_at as paidAt',
    ])
    .where('f.status', '=', 'open')
    .where('f.kind', '=', 'held_payment')
    .where('f.exception', 'is', null)
    .orderBy('f.opened_at')
    .limit(limit)
    .execute()

/** Counts the returns whose outcome at the PSP is not known yet, for example the returns of refunds. */
export async function countAskingReturns(ctx: Context): Promise<bigint> {
  const { count } = await db(ctx)
    .selectFrom('network_return')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('state', '=', 'asking')
    .executeTakeFirstOrThrow()
  return count
}
