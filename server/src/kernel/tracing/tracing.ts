/**
 * The attributes of a span. A name is one of OpenTelemetry's semantic conventions, or begins with `pix.`. A value is
 * never a payer's data, a key, a document, a name or a merchant id.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * `server` and `client` are calls over a network. `producer` and `consumer` are work that one process hands to another
 * through the database.
 */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export interface NewSpan {
  name: string
  kind: SpanKind
  /**
   * The row or message that the span is about. The id of the span is derived from the subject, so that another process
   * can name the span as parent. Without a subject, the id of the span is random.
   */
  subject?: string
  /**
   * The subject of the parent span, or `none` for the root span of the trace. By default, the parent is the root span.
   */
  parent?: string
  attributes?: Attributes
  /** The correlation id of another trace to which this span is related. */
  link?: string
}

export interface Span {
  /**
   * Ends the span and records it with additional attributes. `error` is the class of a failure, never a message. Call
   * this method only once.
   */
  end(outcome?: { name?: string; attributes?: Attributes; error?: string | undefined }): void
  /**
   * Ends the span. Records a root span only if this process has recorded another span of the same trace meanwhile.
   * Records every other span.
   */
  endIfUsed(): void
}

/** Records spans. The id of a trace is the correlation id of the request, job run or payment, without the hyphens. */
export interface Tracing {
  /**
   * Returns whether the trace of a correlation id is recorded. All processes return the same value for the same
   * correlation id. Code that runs for every payment calls this method before it prepares a span.
   */
  samples(correlationId: string): boolean
  /** Starts a span. Returns undefined if the trace is not recorded. */
  start(correlationId: string, span: NewSpan): Span | undefined
  /** Sends the recorded spans to the collector. Waits at most 2 s. */
  close(): Promise<void>
}

/** Tracing that records nothing. A process that exports no traces uses this object. */
export const NO_TRACING: Tracing = {
  samples: () => false,
  start: () => undefined,
  close: async () => undefined,
}
