import { minCents, percentFloor, percentRounded } from '../kernel/values/money.ts'

/** The terms in force when the charge was created; they never change for it. */
export interface SaleTerms {
  feePercentBps: number
  feeFixedCents: bigint
  reserveBps: number
}

export interface Sale {
  feeCents: bigint
  /** Gross less fee. */
  netCents: bigint
  /** The part of the net that is kept as contractual reserve. */
  reserveCents: bigint
}

/** What a paid gross amount comes to (`contract` section 2): fee half up to the centavo and capped at the gross. */
export function computeSale(grossCents: bigint, terms: SaleTerms): Sale {
  const feeCents = minCents(percentRounded(grossCents, terms.feePercentBps) + terms.feeFixedCents, grossCents)
  const netCents = grossCents - feeCents
  return { feeCents, netCents, reserveCents: percentFloor(netCents, terms.reserveBps) }
}
