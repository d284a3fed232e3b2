/** The results of many calls. Latencies in milliseconds, percentiles over all calls, rate per second. */
export interface Stats {
  count: number
  seconds: number
  rate: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  maxMs: number
}

export function statsOf(timesMs: readonly number[], seconds: number): Stats {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const count = sorted.length
  const at = (share: number): number => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0
  return {
    count,
    seconds,
    rate: count / seconds,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
  }
}

export interface Repeat {
  seconds: number
  connections: number
  /** The run ends after this many calls. */
  callsMax?: number
}

/**
 * Repeats `call` in `connections` concurrent loops for `seconds`, and measures each call. A loop waits for a call
 * before it makes the next one (closed loop). It ends early when a call returns `done`.
 * @throws The first error of a call.
 */
export async function repeat(
  { seconds, connections, callsMax = Infinity }: Repeat,
  call: (connection: number) => Promise<'done' | void>,
): Promise<Stats> {
  const startedMs = performance.now()
  const times: number[] = []
  let calls = 0
  let endMs = startedMs + seconds * 1000
  const loop = async (connection: number): Promise<void> => {
    for (let calledMs = startedMs; calledMs < endMs && calls < callsMax;) {
      calls += 1
      calledMs = performance.now()
      if ((await call(connection)) === 'done') return
      times.push(performance.now() - calledMs)
    }
  }
  const loops = Array.from({ length: connections }, (_, connection) => loop(connection))
  try {
    await Promise.all(loops)
  } finally {
    endMs = 0
  }
  return statsOf(times, (performance.now() - startedMs) / 1000)
}
