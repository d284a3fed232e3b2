import { z } from 'zod'

/** The address on which a process serves its metrics. */
export interface MetricsConfig {
  host: string
  /** The port; with 0, the system chooses a free port. */
  port: number
  /** The commit of the build; `unknown` if the build did not set the commit. */
  commit: string
}

/** The variables for metrics. A process without METRICS_PORT exports no metrics. */
export const METRICS_VARIABLES = {
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).optional(),
  BUILD_COMMIT: z.string().min(1).max(64).default('unknown'),
}

type Variables = z.infer<z.ZodObject<typeof METRICS_VARIABLES>> & { HOST: string }

/** Returns where to serve the metrics; undefined if the process exports none. */
export const toMetricsConfig = (env: Variables): MetricsConfig | undefined =>
  env.METRICS_PORT === undefined
    ? undefined
    : { host: env.METRICS_HOST ?? env.HOST, port: env.METRICS_PORT, commit: env.BUILD_COMMIT }
