/** Upper bounds of the classes in which an attempt's duration is counted, in milliseconds; the last takes the rest. */
export const LATENCY_BOUNDS_MS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 60_000] as const

/** So many attempts took no longer than a class's upper bound, and longer than the bound before it. */
export interface LatencyCount {
  latencyMsMax: number
  attempts: number
}

/** The least upper bound that the share `quantile` (0 to 1) of the attempts kept to; null when there were none. */
export function latencyQuantile(counts: readonly LatencyCount[], quantile: number): number | null {
  const all = counts.reduce((sum, { attempts }) => sum + attempts, 0)
  let within = 0
  for (const { latencyMsMax, attempts } of counts.toSorted((a, b) => a.latencyMsMax - b.latencyMsMax)) {
    within += attempts
    if (attempts > 0 && within >= all * quantile) return latencyMsMax
  }
  return null
}

/** The upper bound of the class that `ms` falls into. */
export const latencyBound = (ms: number): number =>
  LATENCY_BOUNDS_MS.find((bound) => ms <= bound) ?? LATENCY_BOUNDS_MS[LATENCY_BOUNDS_MS.length - 1] ?? ms
