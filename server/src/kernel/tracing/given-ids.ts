import { RandomIdGenerator, type IdGenerator } from '@opentelemetry/sdk-trace'

/** Generates the ids of the next span: the given ids, or random ids for those that were not given. */
export class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator()
  #next: { traceId?: string; spanId?: string | undefined } = {}

  /** Sets the ids of the next span. Call this method right before the span starts. */
  give(ids: { traceId: string; spanId: string | undefined }): void {
    this.#next = ids
  }

  generateTraceId(): string {
    return this.#next.traceId ?? this.#random.generateTraceId()
  }

  generateSpanId(): string {
    return this.#next.spanId ?? this.#random.generateSpanId()
  }
}
