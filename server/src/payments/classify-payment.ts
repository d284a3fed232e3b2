import { canBePaid, type ChargeStatus } from '../charges/charge-status.ts'
import type { Charge } from '../charges/charge.entity.ts'
import type { Classification } from '../charges/payment.entity.ts'
import type { Sale } from './fee.ts'

/** A payment as the inbox stores it. */
export interface InboxPayment {
  inboxId: string
  /** The merchant of the paid charge. A payment without a charge belongs to the service. */
  merchantId: string
  chargeId: string | undefined
  endToEndId: string
  txid: string | null
  amountCents: bigint
  paidAt: Date
  /** The correlation id of the callback, request or job run that reported the payment. */
  correlationId: string
  /** The account whose PSP reported the payment. */
  pixAccountId: string
}

/** A payment with its classification, and the sale or the case that results from it. */
export interface ClassifiedPayment extends InboxPayment {
  id: string
  classification: Classification
  charge: Charge | undefined
  /** The sale; undefined unless the payment is primary. */
  sale: Sale | undefined
  /** The id of the case; undefined unless the payment is held. */
  caseId: string | undefined
}

/**
 * Classifies a payment. The first payment of the charge's exact amount is `primary`; every other payment is held for
 * its payer. `charge` is undefined when no charge of this service has the payment's txid.
 */
export function classifyPayment(
  charge: { status: ChargeStatus; amountCents: bigint } | undefined,
  amountCents: bigint,
): Classification {
  if (!charge) return 'unmatched'
  if (charge.status === 'cancelled' || charge.status === 'failed') return 'after_final'
  if (!canBePaid(charge.status)) return 'duplicate'
  return charge.amountCents === amountCents ? 'primary' : 'amount_mismatch'
}
