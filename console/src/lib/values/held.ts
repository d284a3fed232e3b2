/** Returns all money that a case holds, in centavos: the merchant's money and the payer's money. */
export const heldOf = ({
  heldCents,
  heldPayerCents,
}: {
  heldCents: string
  heldPayerCents: string
}): bigint => BigInt(heldCents) + BigInt(heldPayerCents)
