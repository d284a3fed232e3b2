/** The number of basis points in 100 %. */
const BPS = 10_000n

/** Returns `bps` basis points of an amount, rounded half up to the centavo. */
export const percentRounded = (amountCents: bigint, bps: number): bigint =>
  (amountCents * BigInt(bps) + BPS / 2n) / BPS

/** Returns `bps` basis points of an amount, rounded down to the centavo. */
export const percentFloor = (amountCents: bigint, bps: number): bigint => (amountCents * BigInt(bps)) / BPS

export const minCents = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Formats centavos as API Pix does, in reais with two decimals: 1990n is "19.90". */
export function toReais(amountCents: bigint): string {
  const digits = amountCents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses an API Pix amount (`\d{1,10}\.\d{2}`) into centavos; undefined for any other text. */
export function fromReais(text: string): bigint | undefined {
  return /^\d{1,10}\.\d{2}$/.test(text) ? BigInt(text.replace('.', '')) : undefined
}
