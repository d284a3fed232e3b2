const STEPS = 10_000n

/**
 * Returns a vertical scale that includes zero. `y` maps a value to a position from 0 (top) to 1 (bottom), accurate to
 * 1/10000 of the height. The result is inexact, so use it for drawings only.
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

/** Returns whether no value differs from zero. A line of such values would only cover the line of the scale's zero. */
export const isFlatZero = (values: readonly (bigint | null)[]): boolean =>
  values.every((value) => value === null || value === 0n)

const within = (step: number, count: number) => Math.min(Math.max(step, 0), count - 1)

/** Returns the index of the point nearest to a position. The `count` points lie at equal distances from 0 to 1. */
export function nearestStep(place: number, count: number): number {
  return within(Math.round(place * (count - 1)), count)
}

/** Returns the index of the slot at a position. The range from 0 to 1 has `count` equal slots. */
export function slotAt(place: number, count: number): number {
  return within(Math.floor(place * count), count)
}

/** One segment of a stacked bar. */
type Part = { id: string; from: bigint; to: bigint }

/** Returns the bar segments of each step, stacked in the order of the series. Skips zero and missing values. */
export function stacked(
  count: number,
  series: readonly { id: string; values: readonly (bigint | null)[] }[],
): { parts: Part[]; total: bigint }[] {
  return Array.from({ length: count }, (_, index) => {
    const parts: Part[] = []
    let total = 0n
    for (const { id, values } of series) {
      const value = values[index] ?? 0n
      if (value > 0n) parts.push({ id, from: total, to: total + value })
      total += value
    }
    return { parts, total }
  })
}
