import type { Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { RefundFeePolicy } from '../merchants/merchant.entity.ts'

/** The amounts of a paid charge. `writeChargeMoney` writes the mutable properties back. */
export interface ChargeMoney {
  readonly merchantId: string
  readonly id: string
  readonly orderReference: string
  readonly environment: 'production' | 'sandbox'
  /** Of the primary payment. */
  readonly paymentId: string
  /** Of the primary payment. */
  readonly endToEndId: string
  readonly paidAt: Date
  readonly grossCents: bigint
  readonly feeCents: bigint
  readonly reserveCents: bigint
  readonly refundFeePolicy: RefundFeePolicy
  /** When the contract releases the reserve. */
  readonly reserveDueAt: Date
  /** Whether the charge's money became available (`gateway.funds_available`). */
  readonly isAvailable: boolean
  status: 'paid' | 'partially_refunded' | 'refunded'
  pendingLeftCents: bigint
  reserveLeftCents: bigint
  feeLeftCents: bigint
  refundingCents: bigint
  refundedCents: bigint
}

/**
 * Locks the row of a charge. The caller has locked the ledger and the case before it.
 * Returns undefined when the charge was not paid or belongs to another merchant.
 */
export async function lockChargeMoney(
  tx: Tx,
  merchantId: string,
  chargeId: string,
): Promise<ChargeMoney | undefined> {
  const [money] = await sql<ChargeMoney>(tx, LOCK, [merchantId, chargeId])
  return money
}

const LOCK = `
  select c.merchant_id as "merchantId", c.id, c.order_reference as "orderReference", c.environment,
    p.id as "paymentId", p.end_to_end_id as "endToEndId", p.paid_at as "paidAt", c.amount_cents as "grossCents",
    c.fee_cents as "feeCents", c.reserve_cents as "reserveCents", c.refund_fee_policy as "refundFeePolicy",
    p.paid_at + c.reserve_days * interval '24 hours' as "reserveDueAt",
    exists (select from journal_line l join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
      where l.merchant_id = c.merchant_id and l.charge_id = c.id and e.event_type = 'gateway.funds_available')
      as "isAvailable",
    c.status, c.pending_left_cents as "pendingLeftCents", c.reserve_left_cents as "reserveLeftCents",
    c.fee_left_cents as "feeLeftCents", c.refunding_cents as "refundingCents", c.refunded_cents as "refundedCents"
  from charge c
  join payment p on p.merchant_id = c.merchant_id and p.charge_id = c.id and p.classification = 'primary'
  where c.merchant_id = $1 and c.id = $2 and c.paid_at is not null
  for no key update of c`

/** Writes the mutable amounts back. Call it in the transaction that posts their journal entries. */
export async function writeChargeMoney(tx: Tx, money: ChargeMoney, now: Date): Promise<void> {
  await sql(tx, WRITE, [
    money.merchantId,
    money.id,
    money.status,
    money.pendingLeftCents,
    money.reserveLeftCents,
    money.feeLeftCents,
    money.refundingCents,
    money.refundedCents,
    now,
  ])
}

const WRITE = `
  update charge set status = $3, pending_left_cents = $4, reserve_left_cents = $5, fee_left_cents = $6,
    refunding_cents = $7, refunded_cents = $8,
    updated_at = case when (status, refunded_cents) is distinct from ($3::text, $8::bigint) then $9 else updated_at end
  where merchant_id = $1 and id = $2`

/** Returns the part of the gross amount that is neither refunded nor being refunded. */
export const remainingCents = (money: ChargeMoney): bigint =>
  money.grossCents - money.refundedCents - money.refundingCents

/**
 * Returns the position that credits to the charge go to: available once the charge's own money is there, else pending.
 */
export const creditPositionOf = (money: ChargeMoney): 'pending' | 'available' =>
  money.isAvailable ? 'available' : 'pending'
