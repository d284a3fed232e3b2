import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Link,
  type Span as OtelSpan,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { DONE, type Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { TracingConfig } from '../settings/tracing-config.ts'
import { GivenIds } from './given-ids.ts'
import { reportFailures } from './report-failures.ts'
import { spanIdOf, traceIdOf } from './span-ids.ts'
import type { NewSpan, Span, Tracing } from './tracing.ts'

/** The settings and tools of `openTelemetry`. */
export interface TelemetryOptions {
  config: TracingConfig
  /** The HTTP headers of each export, such as the credentials of the collector. */
  headers: Readonly<Record<string, string>>
  /** The role of the process, such as `api`. */
  role: string
  clock: Clock
  log: Log
}

/** The maximum time in milliseconds that a stopping process waits for the collector. */
const CLOSE_MS_MAX = 2_000

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Returns tracing that sends spans by OTLP over HTTP, in batches, in the background. A slow or unreachable collector
 * never delays other work: if 2048 spans are waiting, further spans are dropped.
 */
export function openTelemetry({ config, headers, role, clock, log }: TelemetryOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: config.tracesUrl, headers: { ...headers } })
  const ids = new GivenIds()
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': config.serviceName, 'pix.role': role }),
    ),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(exporter, { clock, log }) })],
  })
  const spans = new Spans(provider.getTracer('pix-charge-service'), ids, config.sampledRatio)
  return {
    samples: (correlationId) => spans.sampledTraceId(correlationId) !== undefined,
    start: (correlationId, span) => spans.start(correlationId, span),
    async close() {
      const done = new AbortController()
      await Promise.race([provider.shutdown().catch(() => undefined), clock.sleep(CLOSE_MS_MAX, done.signal)])
      done.abort(DONE)
    },
  }
}

class Spans {
  readonly #tracer: Tracer
  readonly #ids: GivenIds
  readonly #sampler: Sampler
  /** The open root spans of this process by trace id, and whether another span of the trace was recorded meanwhile. */
  readonly #roots = new Map<string, { isUsed: boolean }>()

  constructor(tracer: Tracer, ids: GivenIds, sampledRatio: number) {
    this.#tracer = tracer
    this.#ids = ids
    this.#sampler = new TraceIdRatioBasedSampler(sampledRatio)
  }

  start(correlationId: string, given: NewSpan): Span | undefined {
    const traceId = this.sampledTraceId(correlationId)
    if (traceId === undefined) return undefined
    const { name, kind, subject, parent = correlationId, attributes = {}, link } = given
    const isRoot = parent === 'none'
    this.#ids.give({ traceId, spanId: isRoot ? spanIdOf(correlationId) : subject && spanIdOf(subject) })
    const context = isRoot
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId: spanIdOf(parent),
          traceFlags: TraceFlags.SAMPLED,
          isRemote: true,
        })
    const links = link === undefined ? [] : this.#linksTo(link)
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context)
    return new RecordedSpan(span, isRoot ? this.#openRoot(traceId) : this.#childOf(traceId))
  }

  /** Returns the trace id of a correlation id; undefined if the trace is not recorded. */
  sampledTraceId(correlationId: string): string | undefined {
    const traceId = traceIdOf(correlationId)
    if (traceId === undefined) return undefined
    const { decision } = this.#sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
    return decision === SamplingDecision.RECORD_AND_SAMPLED ? traceId : undefined
  }

  #linksTo(correlationId: string): Link[] {
    const traceId = this.sampledTraceId(correlationId)
    if (traceId === undefined) return []
    return [{ context: { traceId, spanId: spanIdOf(correlationId), traceFlags: TraceFlags.SAMPLED } }]
  }

  /** Registers a root span. Returns a function to call at the end of the span. */
  #openRoot(traceId: string): OnEnd {
    const root = { isUsed: false }
    this.#roots.set(traceId, root)
    return () => {
      this.#roots.delete(traceId)
      return root.isUsed
    }
  }

  #childOf(traceId: string): OnEnd {
    return () => {
      const root = this.#roots.get(traceId)
      if (root) root.isUsed = true
      return true
    }
  }
}

/** A function to call once, at the end of a span. The function returns whether `endIfUsed` must record this span. */
type OnEnd = () => boolean

class RecordedSpan implements Span {
  readonly #span: OtelSpan
  readonly #onEnd: OnEnd

  constructor(span: OtelSpan, onEnd: OnEnd) {
    this.#span = span
    this.#onEnd = onEnd
  }

  end({ name, attributes, error }: Parameters<Span['end']>[0] = {}): void {
    this.#onEnd()
    if (name !== undefined) this.#span.updateName(name)
    if (attributes) this.#span.setAttributes(attributes)
    if (error !== undefined)
      this.#span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }

  endIfUsed(): void {
    if (this.#onEnd()) this.#span.end()
  }
}
