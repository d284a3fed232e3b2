/**
 * A label whose values come from the code or from the build, such as the path pattern of a route. The values never come
 * from a request or from a row, except the ids of receiving accounts. These accounts are few, and administrators name
 * them.
 */
export const OPEN = 'open'

/** The labels of a metric by name, each with all its values, or `OPEN`. */
export type LabelSets = Readonly<Record<string, readonly string[] | typeof OPEN>>

/** The value of each label of a metric. */
export type LabelsOf<Sets extends LabelSets> = {
  readonly [Name in keyof Sets]: Sets[Name] extends readonly (infer Value extends string)[] ? Value : string
}

interface Definition<Sets extends LabelSets> {
  readonly name: string
  readonly help: string
  readonly labels: Sets
}

/** A number that only grows while the process runs. The name of a counter ends in `_total`. */
export interface Counter<Sets extends LabelSets = LabelSets> extends Definition<Sets> {
  readonly kind: 'counter'
}

/** A distribution of durations. The name of a histogram ends in `_seconds`. */
export interface Histogram<Sets extends LabelSets = LabelSets> extends Definition<Sets> {
  readonly kind: 'histogram'
  /** The upper bounds of the buckets in seconds, ascending. */
  readonly bounds: readonly number[]
}

/** Defines a counter: `counter({ name: 'pix_request_log_dropped_total', help: '...', labels: {} })`. */
export const counter = <const Sets extends LabelSets>(definition: Definition<Sets>): Counter<Sets> => ({
  kind: 'counter',
  ...definition,
})

/** Defines a histogram of durations in seconds. */
export const histogram = <const Sets extends LabelSets>(
  definition: Definition<Sets> & { bounds: readonly number[] },
): Histogram<Sets> => ({ kind: 'histogram', ...definition })

/**
 * Counts events, such as requests and retries, and records durations. Modules define their metrics next to their code,
 * and `src/metrics` exports all of them to Prometheus. A label never contains a value of one merchant or payer, such as
 * an id, a name, a document or a key.
 */
export interface Metrics {
  count<Sets extends LabelSets>(metric: Counter<Sets>, labels: LabelsOf<Sets>, by?: number): void
  observe<Sets extends LabelSets>(metric: Histogram<Sets>, labels: LabelsOf<Sets>, seconds: number): void
}

/** Metrics that count nothing. A process that exports no metrics uses this object. */
export const NO_METRICS: Metrics = {
  count: () => undefined,
  observe: () => undefined,
}
