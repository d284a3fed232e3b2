const STEPS = 10_000n

/**
 * Where amounts stand between the top (0) and the foot (1) of a drawing that always shows zero. For drawing only: it
 * is exact to a ten-thousandth of the height.
 */
export function scaleOf(values: readonly bigint[]): {
  y: (value: bigint) => number
  low: bigint
  high: bigint
} {
  const low = values.reduce((least, value) => (value < least ? value : least), 0n)
  const high = values.reduce((most, value) => (value > most ? value : most), 0n)
  const span = high - low
  const y = (value: bigint) => (span === 0n ? 1 : Number(((high - value) * STEPS) / span) / Number(STEPS))
  return { y, low, high }
}
