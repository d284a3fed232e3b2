/** The positions of one or of all merchants, in centavos. */
interface Positions {
  pendingCents: string
  availableCents: string
  contractReserveCents: string
  blockedCents: string
  /** The part of `blockedCents` that belongs to payers. */
  heldForPayersCents: string
  payoutReservedCents: string
}

/** Returns what the company owes that is neither available nor blocked: pending, reserve and payouts in progress. */
export const laterCents = (
  of: Pick<Positions, 'pendingCents' | 'contractReserveCents' | 'payoutReservedCents'>,
): bigint => BigInt(of.pendingCents) + BigInt(of.contractReserveCents) + BigInt(of.payoutReservedCents)

/** Returns the blocked money of merchants, without held payments, which belong to payers. */
export const blockedOfMerchantCents = (of: Pick<Positions, 'blockedCents' | 'heldForPayersCents'>): bigint =>
  BigInt(of.blockedCents) - BigInt(of.heldForPayersCents)

/** Returns what the company owes merchants: all positions without the money of payers. Does not deduct a debt. */
export const owedCents = (of: Positions): bigint =>
  BigInt(of.availableCents) + laterCents(of) + blockedOfMerchantCents(of)
