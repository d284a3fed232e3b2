import type { Context } from '../kernel/context.ts'
import type { Span } from '../kernel/tracing/tracing.ts'
import type { ClassifiedPayment, InboxPayment } from './classify-payment.ts'

/** The spans of the payments that one transaction records. */
export interface Recordings {
  /** Records the span of a payment if its trace is recorded. Call this method after the commit. */
  end(payment: ClassifiedPayment): void
}

const NONE: Recordings = { end: () => undefined }

/**
 * Starts a span for each payment whose trace is recorded. The span belongs to the trace of the payment's callback. The
 * span has a link to the job run, because one run records payments of several traces.
 */
export function startRecordings(ctx: Context, payments: readonly InboxPayment[]): Recordings {
  let spans: Map<string, Span> | undefined
  for (const { inboxId, correlationId } of payments) {
    if (!ctx.tracing.samples(correlationId)) continue
    const span = ctx.tracing.start(correlationId, {
      name: 'record payment',
      kind: 'consumer',
      subject: inboxId,
      link: ctx.correlationId,
      attributes: { 'messaging.batch.message_count': payments.length },
    })
    if (span) (spans ??= new Map()).set(inboxId, span)
  }
  if (!spans) return NONE
  const started = spans
  return {
    end: ({ inboxId, charge, classification }) =>
      started
        .get(inboxId)
        ?.end({ attributes: { 'pix.charge.id': charge?.id, 'pix.payment.classification': classification } }),
  }
}
