import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { plusMs, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** The shortest time between two log lines about failed exports, in milliseconds. */
const REPORT_MS = 60_000

/** Returns `exporter` with a log of its failed exports, at most one line a minute. */
export function reportFailures(
  exporter: SpanExporter,
  { clock, log }: { clock: Clock; log: Log },
): SpanExporter {
  let quietUntil: Date | undefined
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = clock.now()
        if (result.error && (quietUntil === undefined || now >= quietUntil)) {
          quietUntil = plusMs(now, REPORT_MS)
          log.warn({ err: result.error, spans: spans.length }, 'traces not exported: the collector failed')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
