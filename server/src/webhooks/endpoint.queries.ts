import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { WebhookEndpoint } from './endpoint.entity.ts'

/** More cannot stand: see `register-endpoint`. */
const LISTED_MAX = 100

/** The merchant's endpoints that are not off, newest first. */
export function listEndpoints(ctx: Context, merchantId: string): Promise<WebhookEndpoint[]> {
  return ctx.em.find(
    WebhookEndpoint,
    { merchantId, status: { $ne: 'off' } },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: LISTED_MAX, disableIdentityMap: true },
  )
}

/** Off or not; null for an unknown id, another merchant's, and a malformed one. */
export async function findEndpoint(
  ctx: Context,
  merchantId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  if (!isUuid(id)) return null
  return ctx.em.findOne(WebhookEndpoint, { merchantId, id }, { disableIdentityMap: true })
}

/**
 * An endpoint that is not off.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`.
 */
export async function getEndpoint(ctx: Context, merchantId: string, id: string): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(ctx, merchantId, id)
  if (!endpoint || endpoint.status === 'off') {
    throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
  }
  return endpoint
}
