/** Upper bounds of the latency buckets, in milliseconds. The last bucket also counts longer attempts. */
export const LATENCY_BOUNDS_MS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 60_000] as const

/** The number of attempts in one latency bucket. `latencyMsMax` is the upper bound of the bucket. */
export interface LatencyCount {
  latencyMsMax: number
  attempts: number
}

/**
 * Returns a quantile (0 to 1) of the durations, rounded up to the bound of its bucket. Returns null without attempts.
 */
export function latencyQuantile(counts: readonly LatencyCount[], quantile: number): number | null {
  const all = counts.reduce((sum, { attempts }) => sum + attempts, 0)
  let within = 0
  for (const { latencyMsMax, attempts } of counts.toSorted((a, b) => a.latencyMsMax - b.latencyMsMax)) {
    within += attempts
    if (attempts > 0 && within >= all * quantile) return latencyMsMax
  }
  return null
}

/** Returns the upper bound of the bucket of `ms`. */
export const latencyBound = (ms: number): number =>
  LATENCY_BOUNDS_MS.find((bound) => ms <= bound) ?? LATENCY_BOUNDS_MS[LATENCY_BOUNDS_MS.length - 1] ?? ms
