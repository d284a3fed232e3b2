import { readdirSync } from 'node:fs'
import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { histogram, type Metrics } from '../kernel/metrics/metrics.ts'
import { GAUGES } from './gauges.ts'
import type { SetGauge } from './prometheus-metrics.ts'

const GC_TYPES = new Map<unknown, 'major' | 'minor' | 'incremental' | 'weakcb'>([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])

export const GC_DURATION = histogram({
  name: 'v8js_gc_duration_seconds',
  help: 'Pauses for garbage collection.',
  labels: { v8js_gc_type: ['major', 'minor', 'incremental', 'weakcb'] },
  bounds: [0.01, 0.1, 1, 10],
})

/**
 * The interval at which Node.js samples the delay of the event loop, in milliseconds. Each sample includes this
 * interval, so `read` subtracts the interval.
 */
const RESOLUTION_MS = 20
const NS_PER_SECOND = 1e9
const US_PER_SECOND = 1e6

/** Measures the process itself: processor, memory, files, event loop and garbage collection. */
export class ProcessMetrics implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  readonly #collections: PerformanceObserver
  #utilization = performance.eventLoopUtilization()

  constructor(metrics: Metrics) {
    this.#delay.enable()
    this.#collections = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const type = gcTypeOf(entry)
        if (type) metrics.observe(GC_DURATION, { v8js_gc_type: type }, entry.duration / 1_000)
      }
    })
    this.#collections.observe({ entryTypes: ['gc'] })
  }

  /** Sets the gauges. The gauges of the event loop describe the time since the previous call. */
  read(set: SetGauge): void {
    const { user, system } = process.cpuUsage()
    set(GAUGES.cpuTime, { cpu_mode: 'user' }, user / US_PER_SECOND)
    set(GAUGES.cpuTime, { cpu_mode: 'system' }, system / US_PER_SECOND)
    set(GAUGES.memory, {}, process.memoryUsage.rss())
    set(GAUGES.uptime, {}, process.uptime())
    const files = openFilesCount()
    if (files !== undefined) set(GAUGES.fileDescriptors, {}, files)
    const heap = getHeapStatistics()
    set(GAUGES.heapUsed, {}, heap.used_heap_size)
    set(GAUGES.heapLimit, {}, heap.heap_size_limit)
    this.#readEventLoop(set)
  }

  #readEventLoop(set: SetGauge): void {
    set(GAUGES.loopDelayP50, {}, delaySeconds(this.#delay.percentile(50)))
    set(GAUGES.loopDelayP99, {}, delaySeconds(this.#delay.percentile(99)))
    set(GAUGES.loopDelayMax, {}, delaySeconds(this.#delay.max))
    this.#delay.reset()
    const now = performance.eventLoopUtilization()
    set(GAUGES.loopUtilization, {}, performance.eventLoopUtilization(now, this.#utilization).utilization)
    this.#utilization = now
  }

  [Symbol.dispose](): void {
    this.#delay.disable()
    this.#collections.disconnect()
  }
}

const delaySeconds = (sampleNs: number): number =>
  Math.max(0, sampleNs / NS_PER_SECOND - RESOLUTION_MS / 1_000)

/**
 * Returns the type of a garbage collection; undefined if the entry has no known type. Node.js stores the type in the
 * field `detail`, which other performance entries lack.
 */
function gcTypeOf(entry: object): 'major' | 'minor' | 'incremental' | 'weakcb' | undefined {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined
  return typeof detail === 'object' && detail !== null && 'kind' in detail
    ? GC_TYPES.get(detail.kind)
    : undefined
}

/** Returns the number of open files and sockets; undefined on systems without `/proc`. */
function openFilesCount(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}
