import type { MetricsConfig } from '../kernel/settings/metrics-config.ts'
import { DEFINITIONS } from './definitions.ts'
import { GAUGES } from './gauges.ts'
import { PrometheusMetrics } from './prometheus-metrics.ts'

/** Returns the metrics of a process that exports metrics; undefined for other processes. */
export const openMetrics = (config: MetricsConfig | undefined): PrometheusMetrics | undefined =>
  config && new PrometheusMetrics(DEFINITIONS, Object.values(GAUGES))
