import type { Classification } from '../charges/payment.entity.ts'

/** The facts that decide whether a payment can be disputed. */
export interface DisputeFacts {
  classification: Classification
  hasOpenDispute: boolean
  /** The gross amount of the payment's charge; null if the payment has no charge. */
  grossCents: bigint | null
  refundedCents: bigint | null
  /** The amount in the hold of a held payment's case; null if there is no such case. */
  heldCents: bigint | null
}

export type DisputeRefusal = 'dispute_open' | 'nothing_to_dispute' | 'dispute_exceeds_remaining'

/** Returns the amount of the payment that was not returned yet. */
export const disputableCents = (facts: DisputeFacts): bigint =>
  facts.classification === 'primary'
    ? (facts.grossCents ?? 0n) - (facts.refundedCents ?? 0n)
    : (facts.heldCents ?? 0n)

/**
 * Returns why a dispute of `amountCents` would be refused; null if it would not be refused. An `amountCents` of null
 * means the whole amount that was not returned.
 */
export function disputeRefusalOf(facts: DisputeFacts, amountCents: bigint | null): DisputeRefusal | null {
  if (facts.hasOpenDispute) return 'dispute_open'
  const leftCents = disputableCents(facts)
  if (leftCents === 0n) return 'nothing_to_dispute'
  return amountCents !== null && amountCents > leftCents ? 'dispute_exceeds_remaining' : null
}
