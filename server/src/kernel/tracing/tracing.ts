/**
 * The attributes of a span. A name is one of OpenTelemetry's semantic conventions, or begins with `pix.`. A value never
 * is a payer's data, a key, a document, a name or a merchant id.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `server`, `client`: a call over a network. `producer`, `consumer`: work that is handed over through the database. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export interface NewSpan {
  name: string
  kind: SpanKind
  /**
   * The row or message that the span is about. The id of the span derives from it, so that another process can name
   * the span as parent. Default: a random id.
   */
  subject?: string
  /** The subject of the parent span, or `none` for the root span of the trace. Default: the root span. */
  parent?: string
  attributes?: Attributes
  /** The correlation id of another trace that this span is related to. */
  link?: string
}

export interface Span {
  /** Records the span, with further attributes. `error` is the class of a failure, never a message. Call it once. */
  end(outcome?: { name?: string; attributes?: Attributes; error?: string | undefined }): void
  /** Ends the span. Records it only if this process has recorded a span of the same trace meanwhile. */
  endIfUsed(): void
}

/** Records spans. The trace of a request, job run or payment has its correlation id, without the hyphens, as its id. */
export interface Tracing {
  /**
   * Whether the trace is recorded. Every process decides the same for one correlation id. Code that runs for every
   * payment asks before it describes a span.
   */
  samples(correlationId: string): boolean
  /** Starts a span. Returns undefined when the trace is not recorded. */
  start(correlationId: string, span: NewSpan): Span | undefined
  /** Sends the recorded spans. Waits for at most 2 s. */
  close(): Promise<void>
}

/** Records nothing. Used when the process exports no traces. */
export const NO_TRACING: Tracing = {
  samples: () => false,
  start: () => undefined,
  close: async () => undefined,
}
