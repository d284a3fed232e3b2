import { z } from 'zod'
import { cents, COMPONENTS, environment, instant, openList } from '../kernel/output/shapes.ts'
import { portugueseOf } from '../kernel/values/localized-text.ts'
import { REFUND_REASONS, REFUND_STATUSES } from './refund.entity.ts'
import type { RefundOfCharge } from './refund.queries.ts'

/** The format of a refund in REST responses. Every response contains all these fields. */
export const RefundShape = z.object({
  id: z.uuid(),
  charge_id: z.uuid(),
  gateway_id: z.uuid(),
  environment,
  order_reference: z.string(),
  amount_cents: cents,
  currency: z.literal('BRL'),
  status: openList(REFUND_STATUSES),
  reason: openList(REFUND_REASONS).nullable(),
  description: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  return_id: z.string().nullable(),
  case_id: z.uuid(),
  failure_message: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  requested_at: instant,
  completed_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})
RefundShape.register(COMPONENTS, { id: 'Refund' })

/** The fields are listed one by one, so that no other property of the refund is exposed. */
export function presentRefund({ refund, charge }: RefundOfCharge): z.infer<typeof RefundShape> {
  return {
    id: refund.id,
    charge_id: refund.chargeId,
    gateway_id: refund.merchantId,
    environment: charge.environment,
    order_reference: charge.orderReference,
    amount_cents: refund.amountCents.toString(),
    currency: 'BRL',
    status: refund.status,
    reason: refund.reason,
    description: refund.description,
    end_to_end_id: charge.endToEndId,
    return_id: refund.returnId,
    case_id: refund.caseId,
    failure_message: portugueseOf(refund.failureText),
    metadata: refund.metadata,
    requested_at: refund.requestedAt.toISOString(),
    completed_at: refund.completedAt?.toISOString() ?? null,
    created_at: refund.createdAt.toISOString(),
    updated_at: refund.updatedAt.toISOString(),
  }
}
