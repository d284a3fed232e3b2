import { z } from 'zod'
import { lineOf, type Positions, type SeenCharge, type SeenRefund } from './history.ts'

const cents = z
  .string()
  .regex(/^-?\d+$/)
  .transform(Number)
/** The members of a charge that the model knows. */
export const Charge = z.object({
  id: z.string(),
  order_reference: z.string(),
  amount_cents: cents,
  status: z.string(),
  fee_cents: cents.nullable(),
  net_cents: cents.nullable(),
  reserve_cents: cents.nullable(),
  refunded_cents: cents,
  payments_count: z.int(),
  end_to_end_id: z.string().nullable(),
})
/** The members of a refund that the model knows. */
export const Refund = z.object({
  id: z.string(),
  order_reference: z.string(),
  amount_cents: cents,
  status: z.string(),
  description: z.string(),
})
/** The positions of a balance. */
export const Balance = z.object({
  pending_cents: cents,
  available_cents: cents,
  contract_reserve_cents: cents,
  blocked_cents: cents,
  payout_reserved_cents: cents,
  owed_to_service_cents: cents,
})
/** The members of a line of the merchant's statement that the model knows. */
export const Line = z.object({
  event_type: z.string(),
  position: z.enum([
    'pending',
    'available',
    'contract_reserve',
    'case_hold',
    'payout_reserved',
    'receivable',
  ]),
  amount_cents: cents,
  service: z.object({ order_reference: z.string() }).nullable(),
  financial_case: z
    .object({ refund_id: z.string().nullable(), end_to_end_id: z.string().nullable() })
    .nullable(),
})
/** The code and the reason in an error answer of the API. */
export const Problem = z.object({
  error: z.object({ code: z.string(), details: z.object({ reason: z.string().optional() }) }),
})
/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable().optional() })

/** Translates a charge from the API's form into the model's form. */
export const chargeOf = (charge: z.output<typeof Charge>): SeenCharge => ({
  id: charge.id,
  order: charge.order_reference,
  amount: charge.amount_cents,
  status: charge.status,
  fee: charge.fee_cents,
  net: charge.net_cents,
  reserve: charge.reserve_cents,
  refunded: charge.refunded_cents,
  payments: charge.payments_count,
  endToEndId: charge.end_to_end_id,
})

/** Translates a refund from the API's form into the model's form. */
export const refundOf = (refund: z.output<typeof Refund>): SeenRefund => ({
  id: refund.id,
  key: refund.description,
  order: refund.order_reference,
  amount: refund.amount_cents,
  status: refund.status,
})

/** Translates a balance from the API's form into the model's form. */
export const positionsOf = (balance: z.output<typeof Balance>): Positions => ({
  pending: balance.pending_cents,
  available: balance.available_cents,
  contract_reserve: balance.contract_reserve_cents,
  case_hold: balance.blocked_cents,
  payout_reserved: balance.payout_reserved_cents,
  receivable: 0 - balance.owed_to_service_cents,
})

/** Translates a line of the merchant's statement from the API's form into the model's form. */
export function aboutLine({
  event_type,
  position,
  amount_cents,
  service,
  financial_case,
}: z.output<typeof Line>): string {
  const refund = financial_case?.refund_id
  const about = refund
    ? `refund:${refund}`
    : (financial_case?.end_to_end_id ?? service?.order_reference ?? '')
  return lineOf(event_type, position, amount_cents, about)
}
