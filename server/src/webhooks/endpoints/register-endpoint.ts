import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { HEALTHY } from './endpoint-condition.ts'
import { checkEndpointInput } from './endpoint-input.ts'
import { ENDPOINTS_ACTIVE_MAX, WebhookEndpoint } from './endpoint.entity.ts'
import { newSecret, sealSecret } from './secret.ts'
import type { WithSender } from '../sending/sender.ts'

export interface RegisterEndpoint {
  url: string
  /** Empty: every type. */
  eventTypes: string[]
  /** What it is for, in the merchant's words. */
  description?: string | null | undefined
}

/** Parallel attempts to one endpoint, and attempts a second; an operator may change either. */
const MAX_IN_FLIGHT = 4
const RATE_PER_SECOND = 20

/** Endpoints that are not off, disabled ones included: each gets a row for each of its events. */
const ENDPOINTS_KEPT_MAX = 50

/**
 * Registers an address for the merchant's events. The answer holds the signing secret: the only moment at which it
 * leaves the server.
 * @throws Problem validation_error: the URL (reason `ssrf_blocked` where it leads into a private network), or an
 *   unknown event type.
 * @throws Problem conflict, reason `webhook_endpoint_limit`.
 */
export async function registerEndpoint(
  ctx: Context & WithSender,
  merchantId: string,
  input: RegisterEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await checkEndpointInput(ctx, input)
  return transaction(ctx, async (tx) => {
    const environment = await lockMerchant(tx, merchantId)
    await assertUnderEndpointLimit(tx, merchantId, environment)
    const now = tx.clock.now()
    const id = tx.ids.uuid(now)
    const secret = newSecret(tx)
    const sealed = sealSecret(tx, secret, id)
    const endpoint = tx.em.create(WebhookEndpoint, {
      id,
      merchantId,
      environment,
      url: input.url,
      description: input.description ?? null,
      eventTypes: Array.from(new Set(input.eventTypes)),
      status: 'active',
      disabledReason: null,
      secretBox: sealed.box,
      secretKeyId: sealed.keyId,
      secretLast4: secret.slice(-4),
      previousSecretBox: null,
      previousSecretKeyId: null,
      previousSecretEndsAt: null,
      ...HEALTHY,
      maxInFlight: MAX_IN_FLIGHT,
      ratePerSecond: RATE_PER_SECOND,
      rateTokens: RATE_PER_SECOND,
      rateFilledAt: now,
      lastClaimAt: now,
      lastSuccessAt: null,
      lastFailureAt: null,
      lastErrorClass: null,
      lastErrorStatus: null,
      lastTestAt: null,
      createdAt: now,
      updatedAt: now,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'webhook_endpoint.create',
      target: { type: 'webhook_endpoint', id },
      merchantId,
      after: { url: endpoint.url, description: endpoint.description, event_types: endpoint.eventTypes },
    })
    return { endpoint, secret }
  })
}

/** Two requests at once must not both count nine; money never waits for this lock. */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<'production' | 'sandbox'> {
  const [merchant] = await sql<{ environment: 'production' | 'sandbox' }>(
    tx,
    'select environment from merchant where id = $1 for no key update',
    [merchantId],
  )
  if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
  return merchant.environment
}

/** @throws Problem conflict, reason `webhook_endpoint_limit`. */
export async function assertUnderEndpointLimit(
  tx: Tx,
  merchantId: string,
  environment: string,
): Promise<void> {
  const [counted] = await sql<{ active: bigint; kept: bigint }>(
    tx,
    `select count(*) filter (where status = 'active') as active, count(*) as kept
     from webhook_endpoint where merchant_id = $1 and environment = $2 and status <> 'off'`,
    [merchantId, environment],
  )
  const { active = 0n, kept = 0n } = counted ?? {}
  if (active >= ENDPOINTS_ACTIVE_MAX || kept >= ENDPOINTS_KEPT_MAX) {
    throw new Problem('conflict', { reason: 'webhook_endpoint_limit' })
  }
}
