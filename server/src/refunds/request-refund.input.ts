import type { Context } from '../kernel/context.ts'
import type { RefundReason } from './refund.entity.ts'

export interface RequestRefund {
  idempotencyKey: string
  /** Null refunds the remaining amount. */
  amountCents: bigint | null
  reason: RefundReason | null
  description: string | null
  metadata: Record<string, string>
}

/** Returns the fingerprint of a request. Two requests are equal if charge and input are equal. */
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
