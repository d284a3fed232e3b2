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

/** Which of `count` steps, side by side from 0 to 1, is nearest to a place. */
export function stepAt(place: number, count: number): number {
  const last = count - 1
  return Math.min(Math.max(Math.round(place * last), 0), last)
}
