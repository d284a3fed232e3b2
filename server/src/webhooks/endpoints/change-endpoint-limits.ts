import { z } from 'zod'
import { recordAudit } from '../../audit/record-audit.ts'
import { fault, Faults } from '../../kernel/input/faults.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { MERCHANT_IN_FLIGHT_MAX, type WebhookEndpoint } from './endpoint.entity.ts'
import { getEndpoint } from './endpoint.queries.ts'
import { lockEndpoint } from './lock-endpoint.ts'

/** The concurrency limit and the rate limit of an endpoint. */
export interface EndpointLimits {
  /**
   * The maximum number of parallel attempts to the endpoint. This number cannot exceed the merchant's limit over all of
   * its endpoints.
   */
  maxInFlight: number
  /** The maximum number of attempts per second. */
  ratePerSecond: number
}

const RATE_MAX = 1_000

const integerUpTo = (max: number) =>
  z
    .number()
    .int()
    .refine((value) => value >= 1 && value <= max, { params: fault('out_of_range') })

const Limits = z.object({
  maxInFlight: integerUpTo(MERCHANT_IN_FLIGHT_MAX),
  ratePerSecond: integerUpTo(RATE_MAX),
})

/**
 * Changes the limits of an endpoint. Only staff can change limits; the merchant API has no route for this change.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`, even if the merchant has removed the endpoint.
 * @throws Problem validation_error: `maxInFlight` is outside 1 to 16, or `ratePerSecond` outside 1 to 1000.
 */
export async function changeEndpointLimits(
  ctx: Context,
  merchantId: string,
  id: string,
  limits: EndpointLimits,
): Promise<WebhookEndpoint> {
  const faults = new Faults()
  faults.read(Limits, limits)
  faults.throwIfAny()
  const current = await getEndpoint(ctx, merchantId, id)
  return transaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId, current.id)
    if (endpoint.status === 'off') throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
    const before = auditedFields(endpoint)
    Object.assign(endpoint, { ...limits, updatedAt: tx.clock.now() })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'webhook_endpoint.change_limits',
      target: { type: 'webhook_endpoint', id: endpoint.id },
      merchantId,
      before,
      after: auditedFields(endpoint),
    })
    return endpoint
  })
}

const auditedFields = ({ maxInFlight, ratePerSecond }: EndpointLimits) => ({
  max_in_flight: maxInFlight,
  rate_per_second: ratePerSecond,
})
