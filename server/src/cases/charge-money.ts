import { sql, type NotNull } from 'kysely'
import type { Context, Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { minCents } from '../kernel/values/money.ts'
import type { RefundFeePolicy } from '../merchants/merchant.entity.ts'

/** The amounts of a paid charge. `writeChargeMoney` writes the mutable properties to the database. */
export interface ChargeMoney {
  readonly merchantId: string
  readonly id: string
  readonly orderReference: string
  readonly environment: 'production' | 'sandbox'
  /** The id of the primary payment. */
  readonly paymentId: string
  /** The end-to-end id of the primary payment. */
  readonly endToEndId: string
  readonly paidAt: Date
  readonly grossCents: bigint
  readonly feeCents: bigint
  readonly reserveCents: bigint
  readonly refundFeePolicy: RefundFeePolicy
  /** When the contract's reserve period ends. */
  readonly reserveDueAt: Date
  /** Whether the charge's money has become available (`gateway.funds_available`). */
  readonly isAvailable: boolean
  status: 'paid' | 'partially_refunded' | 'refunded'
  pendingLeftCents: bigint
  reserveLeftCents: bigint
  feeLeftCents: bigint
  refundingCents: bigint
  refundedCents: bigint
}

/**
 * Locks the row of a charge and returns its amounts. The caller must already have locked the ledger and the case.
 * Returns undefined if the charge was not paid or belongs to another merchant.
 */
export const lockChargeMoney = (
  tx: Tx,
  merchantId: string,
  chargeId: string,
): Promise<ChargeMoney | undefined> =>
  selectChargeMoney(tx, merchantId, chargeId).forNoKeyUpdate('c').executeTakeFirst()

/**
 * Reads the amounts of a charge without a lock, for the preview of an action. Returns undefined if the charge was not
 * paid or belongs to another merchant.
 */
export const readChargeMoney = (
  ctx: Context,
  merchantId: string,
  chargeId: string,
): Promise<ChargeMoney | undefined> => selectChargeMoney(ctx, merchantId, chargeId).executeTakeFirst()

const selectChargeMoney = (ctx: Context, merchantId: string, chargeId: string) =>
  db(ctx)
    .selectFrom('charge as c')
    .innerJoin('payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 'c.merchant_id')
        .onRef('p.charge_id', '=', 'c.id')
        .on('p.classification', '=', 'primary'),
    )
    .select([
      'c.merchant_id as merchantId',
      'c.id',
      'c.order_reference as orderReference',
      'c.environment',
      'p.id as paymentId',
      'p.end_to_end_id as endToEndId',
      'p.paid_at as paidAt',
      'c.amount_cents as grossCents',
      'c.fee_cents as feeCents',
      'c.reserve_cents as reserveCents',
      'c.refund_fee_policy as refundFeePolicy',
      'c.status',
      'c.pending_left_cents as pendingLeftCents',
      'c.reserve_left_cents as reserveLeftCents',
      'c.fee_left_cents as feeLeftCents',
      'c.refunding_cents as refundingCents',
      'c.refunded_cents as refundedCents',
    ])
    .select((eb) => [
      sql<Date>`${eb.ref('p.paid_at')} + ${eb.ref('c.reserve_days')} * interval '24 hours'`.as(
        'reserveDueAt',
      ),
      eb
        .cast<boolean>(
          eb.exists(
            eb
              .selectFrom('journal_line as l')
              .innerJoin('journal_entry as e', (join) =>
                join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
              )
              .select('l.line_no')
              .whereRef('l.merchant_id', '=', 'c.merchant_id')
              .whereRef('l.charge_id', '=', 'c.id')
              .where('e.event_type', '=', 'gateway.funds_available'),
          ),
          'boolean',
        )
        .as('isAvailable'),
    ])
    .where('c.merchant_id', '=', merchantId)
    .where('c.id', '=', chargeId)
    .where('c.paid_at', 'is not', null)
    .$narrowType<{ status: ChargeMoney['status']; feeCents: NotNull; reserveCents: NotNull }>()

/**
 * Writes the mutable properties to the row of the charge. Call this function in the transaction that posts the
 * corresponding journal entries. Changes `updated_at` only if the status or the refunded amount changes, because
 * merchants see only these two values.
 */
export async function writeChargeMoney(tx: Tx, money: ChargeMoney, now: Date): Promise<void> {
  await db(tx)
    .updateTable('charge')
    .set((eb) => ({
      status: money.status,
      pending_left_cents: money.pendingLeftCents,
      reserve_left_cents: money.reserveLeftCents,
      fee_left_cents: money.feeLeftCents,
      refunding_cents: money.refundingCents,
      refunded_cents: money.refundedCents,
      updated_at: eb
        .case()
        .when(eb.or([eb('status', '<>', money.status), eb('refunded_cents', '<>', money.refundedCents)]))
        .then(now)
        .else(eb.ref('updated_at'))
        .end(),
    }))
    .where('merchant_id', '=', money.merchantId)
    .where('id', '=', money.id)
    .execute()
}

/** Returns the part of the gross amount that is neither refunded nor being refunded. */
export const remainingCents = (money: ChargeMoney): bigint =>
  money.grossCents - money.refundedCents - money.refundingCents

export const isFullyRefunded = (money: ChargeMoney): boolean => money.refundedCents === money.grossCents

/**
 * Returns the position to which money of the charge is credited: `available` if the charge's money has become
 * available, otherwise `pending`.
 */
export const creditPositionOf = (money: ChargeMoney): 'pending' | 'available' =>
  money.isAvailable ? 'available' : 'pending'

/** Returns whether the payment has a dispute that is not closed. Such a payment cannot be refunded. */
export async function isDisputed(ctx: Context, merchantId: string, paymentId: string): Promise<boolean> {
  const dispute = await db(ctx)
    .selectFrom('dispute')
    .select('case_id')
    .where('merchant_id', '=', merchantId)
    .where('payment_id', '=', paymentId)
    .where('status', '<>', 'closed')
    .executeTakeFirst()
  return dispute !== undefined
}

/** The terms and amounts of a charge that determine its shares of fee and reserve. */
export type ShareTerms = Pick<
  ChargeMoney,
  | 'grossCents'
  | 'feeCents'
  | 'reserveCents'
  | 'refundFeePolicy'
  | 'feeLeftCents'
  | 'reserveLeftCents'
  | 'refundedCents'
  | 'refundingCents'
>

const clamp = (low: bigint, value: bigint, high: bigint): bigint =>
  minCents(value < low ? low : value, high < low ? low : high)

/** Returns the part of `wholeCents` (rounded down) that corresponds to all refunds so far, including this amount. */
function cumulativeShare(terms: ShareTerms, wholeCents: bigint, amountCents: bigint): bigint {
  return (wholeCents * (terms.refundedCents + terms.refundingCents + amountCents)) / terms.grossCents
}

/**
 * Returns the fee share that is returned with an amount: the share of all refunds so far minus the fee shares returned
 * before. Thus rounding loses nothing: the fee shares of a fully refunded charge sum exactly to its fee. The fee share
 * is at most the amount itself, and zero with the policy `keep`.
 */
export function feeShare(terms: ShareTerms, amountCents: bigint): bigint {
  if (terms.refundFeePolicy === 'keep') return 0n
  const returned = terms.feeCents - terms.feeLeftCents
  const share = cumulativeShare(terms, terms.feeCents, amountCents) - returned
  return clamp(0n, share, minCents(terms.feeLeftCents, amountCents))
}

/**
 * Returns the reserve that is released for a refund. This reserve is the share of all refunds so far minus the reserve
 * released before, or `shortCents` if `shortCents` is larger. The result never exceeds the remaining reserve, and never
 * exceeds the amount minus its fee share.
 */
export function reserveShareOfRefund(
  terms: ShareTerms,
  amounts: { amountCents: bigint; feeShareCents: bigint; shortCents: bigint },
): bigint {
  const released = terms.reserveCents - terms.reserveLeftCents
  const share = cumulativeShare(terms, terms.reserveCents, amounts.amountCents) - released
  const uncappedCents = share > amounts.shortCents ? share : amounts.shortCents
  return clamp(0n, uncappedCents, reserveShareOfDispute(terms, amounts))
}

/**
 * Returns the reserve that is released for a dispute: all remaining reserve, but at most the amount minus its fee
 * share.
 */
export function reserveShareOfDispute(
  terms: ShareTerms,
  { amountCents, feeShareCents }: { amountCents: bigint; feeShareCents: bigint },
): bigint {
  return minCents(terms.reserveLeftCents, amountCents - feeShareCents)
}
