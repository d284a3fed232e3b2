import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { HEALTHY } from './endpoint-condition.ts'
import { checkEndpointInput } from './endpoint-input.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'
import { getEndpoint } from './endpoint.queries.ts'
import { lockEndpoint } from './lock-endpoint.ts'
import { lockMerchant, assertUnderEndpointLimit } from './register-endpoint.ts'
import { recordStopped } from './record-stopped-endpoint.ts'
import type { WithSender } from '../sending/sender.ts'

export interface ChangeEndpoint {
  url?: string | undefined
  eventTypes?: string[] | undefined
  /** The new description; null clears the description. */
  description?: string | null | undefined
  /**
   * False disables the endpoint: new events get skipped deliveries. True resumes deliveries, one at a time until the
   * first success.
   */
  enabled?: boolean | undefined
}

/**
 * Changes the fields of an endpoint that `change` contains. Emits `webhook_endpoint.disabled` when the change disables
 * the endpoint.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`, even if the endpoint exists but is off.
 * @throws Problem validation_error, as `registerEndpoint` does.
 * @throws Problem conflict, reason `webhook_endpoint_limit`: enabling would exceed the limit of active endpoints.
 */
export async function changeEndpoint(
  ctx: Context & WithSender,
  merchantId: string,
  id: string,
  change: ChangeEndpoint,
): Promise<WebhookEndpoint> {
  const current = await getEndpoint(ctx, merchantId, id)
  await checkEndpointInput(ctx, change)
  return transaction(ctx, async (tx) => {
    const environment = await lockMerchant(tx, merchantId)
    const endpoint = await lockEndpoint(tx, merchantId, current.id)
    if (endpoint.status === 'off') throw new Problem('not_found', { reason: 'webhook_endpoint_not_found' })
    if (change.enabled === true && endpoint.status === 'disabled')
      await assertUnderEndpointLimit(tx, merchantId, environment)
    const before = auditedFields(endpoint)
    const wasActive = endpoint.status === 'active'
    apply(tx, endpoint, change)
    await tx.em.flush()
    if (wasActive && endpoint.status === 'disabled')
      await recordStopped(tx, endpoint, 'webhook_endpoint.disabled')
    await recordAudit(tx, {
      action: 'webhook_endpoint.change',
      target: { type: 'webhook_endpoint', id: endpoint.id },
      merchantId,
      before,
      after: auditedFields(endpoint),
    })
    return endpoint
  })
}

function apply(tx: Tx, endpoint: WebhookEndpoint, change: ChangeEndpoint): void {
  const now = tx.clock.now()
  const { url, eventTypes, description, enabled } = change
  if (description !== undefined) endpoint.description = description
  if (url !== undefined) endpoint.url = url
  if (eventTypes) endpoint.eventTypes = Array.from(new Set(eventTypes))
  if (enabled === true && (endpoint.status === 'disabled' || endpoint.pausedUntilAt(now))) {
    Object.assign(endpoint, HEALTHY, { status: 'active', disabledReason: null, halfOpen: true })
  }
  if (enabled === false && endpoint.status === 'active') {
    Object.assign(endpoint, {
      status: 'disabled',
      disabledReason: 'manual',
      pausedUntil: null,
      halfOpen: false,
    })
  }
  endpoint.updatedAt = now
}

const auditedFields = ({ url, description, eventTypes, status }: WebhookEndpoint) => ({
  url,
  description,
  event_types: [...eventTypes],
  status,
})
