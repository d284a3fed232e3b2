import type { Classification } from '../charges/payment.entity.ts'

/** The facts that decide whether a payment can be disputed. */
export interface DisputeFacts {
  classification: Classification
  hasOpenDispute: boolean
  /** The gross amount of the payment's charge. Null for a payment without a charge. */
  grossCents: bigint | null
  refundedCents: bigint | null
  /** The amount that the case of a held payment still holds for the payer. Null without a case. */
  heldCents: bigint | null
}

export type DisputeRefusal = 'dispute_open' | 'nothing_to_dispute' | 'dispute_exceeds_remaining'

/** Returns the amount of the payment that is not returned yet. */
export const disputableCents = (facts: DisputeFacts): bigint =>
  facts.classification === 'primary'
    ? (facts.grossCents ?? 0n) - (facts.refundedCents ?? 0n)
    : (facts.heldCents ?? 0n)

/**
 * Returns why a dispute of `amountCents` is refused, or null. An `amountCents` of null disputes the whole amount that
 * is not returned.
 */
export function disputeRefusalOf(facts: DisputeFacts, amountCents: bigint | null): DisputeRefusal | null {
  if (facts.hasOpenDispute) return 'dispute_open'
  const leftCents = disputableCents(facts)
  if (leftCents === 0n) return 'nothing_to_dispute'
  return amountCents !== null && amountCents > leftCents ? 'dispute_exceeds_remaining' : null
}
