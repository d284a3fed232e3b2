import { z } from 'zod'

/** The settings for the export of traces. */
export interface TracingConfig {
  /** The URL of the collector that receives spans. */
  tracesUrl: string
  serviceName: string
  /** The share of traces to record, from 0 to 1. */
  sampledRatio: number
}

const SAMPLERS = [
  'parentbased_traceidratio',
  'traceidratio',
  'parentbased_always_on',
  'always_on',
  'parentbased_always_off',
  'always_off',
] as const

/** The environment variables for the export of traces. OpenTelemetry defines their names. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text, check) => {
      const headers = readHeaders(text)
      if (headers) return headers
      check.addIssue({ code: 'custom', message: 'must be a comma-separated list of name=value' })
      return z.NEVER
    }),
  OTEL_SERVICE_NAME: z.string().min(1).default('pix-charge-service'),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
}

const Variables = z.object(TRACING_VARIABLES)

/** Returns the configuration for the export of traces; undefined if no collector is set. */
export function toTracingConfig(env: z.infer<typeof Variables>): TracingConfig | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    tracesUrl: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    serviceName: env.OTEL_SERVICE_NAME,
    sampledRatio: ratioOf(env),
  }
}

function ratioOf(env: z.infer<typeof Variables>): number {
  if (env.OTEL_TRACES_SAMPLER.endsWith('always_on')) return 1
  if (env.OTEL_TRACES_SAMPLER.endsWith('always_off')) return 0
  return env.OTEL_TRACES_SAMPLER_ARG
}

/** Reads `name=value` pairs. Values are percent-encoded. Returns undefined for a malformed list of pairs. */
function readHeaders(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at < 0 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
    try {
      headers[name] = decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      return undefined
    }
  }
  return headers
}
