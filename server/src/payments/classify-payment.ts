import { canBePaid, type ChargeStatus } from '../charges/charge-status.ts'
import type { Classification } from '../charges/payment.entity.ts'

/**
 * Classifies a payment. The first payment of the charge's exact amount is `primary`; every other one is held for its
 * payer. `charge` is undefined when the payment's txid is not that of a charge here.
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
