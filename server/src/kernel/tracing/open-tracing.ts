import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Config, Secrets } from '../settings/config.ts'
import { NO_TRACING, type Tracing } from './tracing.ts'

/** Returns the tracing of the process. Loads OpenTelemetry only if the settings name a collector. */
export async function openTracing(
  { tracing, role }: Pick<Config, 'tracing' | 'role'>,
  { otlpHeaders }: Pick<Secrets, 'otlpHeaders'>,
  tools: { clock: Clock; log: Log },
): Promise<Tracing> {
  if (!tracing) return NO_TRACING
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry({ ...tools, config: tracing, headers: otlpHeaders, role })
}
