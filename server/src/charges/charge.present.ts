import { z } from 'zod'
import { cents, COMPONENTS, environment, instant } from '../kernel/output/shapes.ts'
import { portugueseOf } from '../kernel/values/localized-text.ts'
import { txidOf } from './charge.entity.ts'
import type { ShownCharge } from './charge.queries.ts'
import { CHARGE_STATUSES, isIssued, statusAt, failureTextOf } from './charge-status.ts'

const PixShape = z.object({
  qr_code_payload: z.string().nullable(),
  txid: z.string().nullable(),
  expires_at: instant.nullable(),
})
PixShape.register(COMPONENTS, { id: 'PixCode' })

/** A charge as REST responses present it. Every field is always present, even if its value is null. */
export const ChargeShape = z.strictObject({
  id: z.uuid(),
  gateway_id: z.uuid(),
  environment,
  order_reference: z.string(),
  amount_cents: cents,
  currency: z.literal('BRL'),
  description: z.string().nullable(),
  status: z.enum(CHARGE_STATUSES),
  fee_percent_bps: z.int(),
  fee_fixed_cents: cents,
  fee_cents: cents.nullable(),
  net_cents: cents.nullable(),
  reserve_cents: cents.nullable(),
  refunded_cents: cents,
  expires_at: instant.nullable(),
  paid_at: instant.nullable(),
  late_payment: z.boolean(),
  is_simulated: z.boolean(),
  created_at: instant,
  updated_at: instant,
  pix: PixShape.nullable(),
  end_to_end_id: z.string().nullable(),
  payments_count: z.int(),
  failure_message: z.string().nullable(),
})
ChargeShape.register(COMPONENTS, { id: 'Charge' })

/** Lists the fields explicitly, so that payer, metadata and internal properties are not exposed. */
export function presentCharge(charge: ShownCharge, now: Date): z.infer<typeof ChargeShape> {
  return {
    id: charge.id,
    gateway_id: charge.merchantId,
    environment: charge.environment,
    order_reference: charge.orderReference,
    amount_cents: charge.amountCents.toString(),
    currency: 'BRL',
    description: charge.description,
    status: statusAt(charge, now),
    fee_percent_bps: charge.feePercentBps,
    fee_fixed_cents: charge.feeFixedCents.toString(),
    fee_cents: text(charge.feeCents),
    net_cents: text(charge.netCents),
    reserve_cents: text(charge.reserveCents),
    refunded_cents: charge.refundedCents.toString(),
    expires_at: iso(charge.expiresAt),
    paid_at: iso(charge.paidAt),
    late_payment: charge.latePayment,
    is_simulated: charge.isSimulated,
    created_at: charge.createdAt.toISOString(),
    updated_at: charge.updatedAt.toISOString(),
    pix: isIssued(charge)
      ? { qr_code_payload: charge.qrCodePayload, txid: txidOf(charge.id), expires_at: iso(charge.expiresAt) }
      : null,
    end_to_end_id: charge.endToEndId,
    payments_count: charge.paymentsCount,
    failure_message: portugueseOf(failureTextOf(charge)),
  }
}

const text = (amountCents: bigint | null): string | null => amountCents?.toString() ?? null
const iso = (date: Date | null): string | null => date?.toISOString() ?? null
