const STEPS = 10_000n

/**
 * Where numbers stand between the top (0) and the foot (1) of a drawing that always shows zero. For drawing only: it
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

const within = (step: number, count: number) => Math.min(Math.max(step, 0), count - 1)

/** Which of `count` points, spread from 0 to 1, is nearest to a place. */
export function nearestStep(place: number, count: number): number {
  return within(Math.round(place * (count - 1)), count)
}

/** Within which of `count` slots, side by side from 0 to 1, a place lies. */
export function slotAt(place: number, count: number): number {
  return within(Math.floor(place * count), count)
}

/** One of the numbers of a stack: from the sum of those under it to that sum and itself. */
type Part = { id: string; from: bigint; to: bigint }

/** The numbers of each step on top of each other, in the order of their series; what is nothing takes no place. */
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
