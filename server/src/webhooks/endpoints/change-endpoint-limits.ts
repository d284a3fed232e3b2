import { z } from 'zod'
import { recordAudit } from '../../audit/record-audit.ts'
import { fault, Faults } from '../../http/parse.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { MERCHANT_IN_FLIGHT_MAX, type WebhookEndpoint } from './endpoint.entity.ts'
import { getEndpoint } from './endpoint.queries.ts'
import { lockEndpoint } from './lock-endpoint.ts'

/** How much an endpoint is sent. */
export interface EndpointLimits {
  /** Attempts side by side; at most as many as its merchant may have over all of its endpoints. */
  maxInFlight: number
  /** Attempts a second. */
  ratePerSecond: number
}

const RATE_MAX = 1_000

const whole = (max: number) =>
  z
    .number()
    .int()
    .refine((value) => value >= 1 && value <= max, { params: fault('out_of_range') })

const Limits = z.object({ maxInFlight: whole(MERCHANT_IN_FLIGHT_MAX), ratePerSecond: whole(RATE_MAX) })

/**
 * Lets an endpoint be sent more at once, or less: an operator's affair, for receivers that can take more or cannot.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`: also when it is off.
 * @throws Problem validation_error: `maxInFlight` is not of 1 to 16, `ratePerSecond` not of 1 to 1000.
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
  const standing = await getEndpoint(ctx, merchantId, id)
  return transaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId, standing.id)
    if (endpoint.status === 'off') throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
    const before = described(endpoint)
    Object.assign(endpoint, { ...limits, updatedAt: tx.clock.now() })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'webhook_endpoint.change_limits',
      target: { type: 'webhook_endpoint', id: endpoint.id },
      merchantId,
      before,
      after: described(endpoint),
    })
    return endpoint
  })
}

const described = ({ maxInFlight, ratePerSecond }: EndpointLimits) => ({
  max_in_flight: maxInFlight,
  rate_per_second: ratePerSecond,
})
