import { Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, Registry } from 'prom-client'
import {
  OPEN,
  type Counter,
  type Histogram,
  type LabelSets,
  type LabelsOf,
  type Metrics,
} from '../kernel/metrics/metrics.ts'
import type { Gauge } from './gauges.ts'

/** Sets the value of a metric for one scrape. */
export type SetGauge = <Sets extends LabelSets>(
  metric: Gauge<Sets>,
  labels: LabelsOf<Sets>,
  value: number,
) => void

/** Counts in memory, and writes all metrics in the text format of Prometheus. */
export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry()
  readonly #counters = new Map<string, PromCounter>()
  readonly #histograms = new Map<string, PromHistogram>()
  readonly #gauges = new Map<string, PromGauge | PromCounter>()

  /**
   * Registers the metrics. If all labels of a counter have closed lists of values, the counter starts with 0 for each
   * combination, so that the first increase is visible.
   */
  constructor(pushed: readonly (Counter | Histogram)[], read: readonly Gauge[]) {
    for (const metric of pushed) {
      if (metric.kind === 'histogram')
        this.#histograms.set(
          metric.name,
          new PromHistogram({ ...this.#options(metric), buckets: [...metric.bounds] }),
        )
      else {
        const counter = new PromCounter(this.#options(metric))
        for (const labels of combinations(metric.labels)) counter.inc(labels, 0)
        this.#counters.set(metric.name, counter)
      }
    }
    for (const metric of read) {
      const options = this.#options(metric)
      this.#gauges.set(
        metric.name,
        metric.kind === 'total' ? new PromCounter(options) : new PromGauge(options),
      )
    }
  }

  #options({ name, help, labels }: { name: string; help: string; labels: LabelSets }) {
    return { name, help, labelNames: Object.keys(labels), registers: [this.#registry] }
  }

  count<Sets extends LabelSets>({ name }: Counter<Sets>, labels: LabelsOf<Sets>, by = 1): void {
    found(this.#counters.get(name), name).inc({ ...labels }, by)
  }

  observe<Sets extends LabelSets>({ name }: Histogram<Sets>, labels: LabelsOf<Sets>, seconds: number): void {
    found(this.#histograms.get(name), name).observe({ ...labels }, seconds)
  }

  /** Removes the values of all gauges, and then calls the given function, which sets them. */
  read(read: (set: SetGauge) => void): void {
    for (const metric of this.#gauges.values()) {
      metric.reset()
      // Remove the value: `reset` would set a metric without labels to 0, but a metric that was not read must be
      // absent.
      metric.remove({})
    }
    read(({ name }, labels, value) => {
      const metric = found(this.#gauges.get(name), name)
      metric.inc({ ...labels }, value)
    })
  }

  /** Returns the text of all metrics. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** Returns all metrics with their values, for merging them with those of other cells. */
  values(): ReturnType<Registry['getMetricsAsJSON']> {
    return this.#registry.getMetricsAsJSON()
  }

  /** The media type of the text that `text` returns. */
  get contentType(): string {
    return this.#registry.contentType
  }
}

function found<Metric>(metric: Metric | undefined, name: string): Metric {
  if (metric === undefined) throw new Error(`BUG: metric ${name} is not registered`)
  return metric
}

/** Returns every combination of label values. Returns an empty list if a label has no closed list of values. */
function combinations(labels: LabelSets): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (all, [name, values]) =>
      values === OPEN ? [] : all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}
