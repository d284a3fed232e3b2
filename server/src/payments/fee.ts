import { minCents, percentFloor, percentRounded } from '../kernel/values/money.ts'

/** The terms that the charge copied when it was created. Later changes of the terms do not affect the charge. */
export interface SaleTerms {
  feePercentBps: number
  feeFixedCents: bigint
  reserveBps: number
}

export interface Sale {
  feeCents: bigint
  /** The gross amount minus the fee. */
  netCents: bigint
  /** The part of the net that goes to the contractual reserve. */
  reserveCents: bigint
}

/**
 * Computes the fee, the net and the reserve of a paid gross amount. The percentage fee is rounded half up to the
 * centavo. The total fee is at most the gross amount. The reserve is a percentage of the net, rounded down.
 */
export function computeSale(grossCents: bigint, terms: SaleTerms): Sale {
  const feeCents = minCents(percentRounded(grossCents, terms.feePercentBps) + terms.feeFixedCents, grossCents)
  const netCents = grossCents - feeCents
  return { feeCents, netCents, reserveCents: percentFloor(netCents, terms.reserveBps) }
}
