import type { Context } from '../kernel/context.ts'
import type { RefundReason } from './refund.entity.ts'

export interface RequestRefund {
  idempotencyKey: string
  /** All that remains when null. */
  amountCents: bigint | null
  reason: RefundReason | null
  description: string | null
  metadata: Record<string, string>
}

/** What makes two requests the same (`contract` section 3); the charge is a part of it. */
export function fingerprintOf(ctx: Context, chargeId: string, input: RequestRefund): Buffer {
  const canonical = [
    chargeId,
    input.amountCents?.toString() ?? null,
    input.reason,
    input.description,
    Object.entries(input.metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]
  return ctx.vault.fingerprint('request-refund', JSON.stringify(canonical))
}
