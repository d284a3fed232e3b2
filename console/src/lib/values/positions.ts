/** The positions of one or of all merchants, in centavos. */
interface Positions {
  pendingCents: string
  availableCents: string
  contractReserveCents: string
  blockedCents: string
  payoutReservedCents: string
}

/** Returns what the company owes that is neither available nor blocked: pending, reserve and payouts in progress. */
export const laterCents = (of: Omit<Positions, 'availableCents' | 'blockedCents'>): bigint =>
  BigInt(of.pendingCents) + BigInt(of.contractReserveCents) + BigInt(of.payoutReservedCents)

/** Returns what the company owes: the sum of all positions, without deducting a debt. */
export const owedCents = (of: Positions): bigint =>
  BigInt(of.availableCents) + laterCents(of) + BigInt(of.blockedCents)
