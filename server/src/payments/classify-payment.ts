import { canBePaid, type ChargeStatus } from '../charges/charge-status.ts'
import type { Classification } from '../charges/payment.entity.ts'

/**
 * What a payment is to its charge (`contract` section 2): the first of the right amount is the sale; anything else is
 * held for the payer. `charge` is undefined when the payment names none of ours.
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
