import { AggregatorRegistry } from 'prom-client'
import type { PrometheusMetrics } from './prometheus-metrics.ts'

/**
 * The names of metrics that belong to the process and not to a cell. The registry of `main` counts these metrics for
 * the whole process.
 */
const OF_PROCESS = /^(process_|nodejs_|v8js_|http_server_|pix_graphql_|pix_build_info)/

/**
 * Returns the metrics of several cells as one text. Adds the label `cell` to every metric that does not belong to the
 * process. The first cell must be `main`, because the metrics of the process come from it.
 */
export async function mergeCells(
  cells: readonly { cell: string; metrics: Pick<PrometheusMetrics, 'values'> }[],
): Promise<string> {
  const lists = cells.map(async ({ cell, metrics }, index) => {
    const ofCell = await metrics.values()
    return ofCell
      .filter(({ name }) => index === 0 || !OF_PROCESS.test(name))
      .map((metric) =>
        OF_PROCESS.test(metric.name) ? metric : { ...metric, values: labelled(metric.values, cell) },
      )
  })
  return AggregatorRegistry.aggregate(await Promise.all(lists)).metrics()
}

const labelled = <Value extends { labels: object }>(values: readonly Value[], cell: string) =>
  values.map((value) => ({ ...value, labels: { ...value.labels, cell } }))
