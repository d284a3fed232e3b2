/** Returns how much of its fee the service has given back for refunds and disputes of a charge, in centavos. */
export const returnedFeeCents = ({
  feeCents,
  proceeds,
}: {
  feeCents: string | null
  proceeds: { feeCents: string } | null
}): bigint => (feeCents === null || proceeds === null ? 0n : BigInt(feeCents) - BigInt(proceeds.feeCents))
