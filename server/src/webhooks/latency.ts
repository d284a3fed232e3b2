/** Upper bounds of the classes in which an attempt's duration is counted, in milliseconds; the last takes the rest. */
export const LATENCY_BOUNDS_MS = [25, 50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 60_000] as const

/** The upper bound of the class that `ms` falls into. */
export const latencyBound = (ms: number): number =>
  LATENCY_BOUNDS_MS.find((bound) => ms <= bound) ?? LATENCY_BOUNDS_MS[LATENCY_BOUNDS_MS.length - 1] ?? ms
