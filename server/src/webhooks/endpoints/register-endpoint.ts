import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { HEALTHY } from './endpoint-condition.ts'
import { checkEndpointInput } from './endpoint-input.ts'
import { ENDPOINTS_ACTIVE_MAX, WebhookEndpoint } from './endpoint.entity.ts'
import { newSecret, sealSecret } from './secret.ts'
import type { WithSender } from '../sending/sender.ts'

export interface RegisterEndpoint {
  url: string
  /** The event types to subscribe to; an empty list subscribes to every type. */
  eventTypes: string[]
  /** The purpose of the endpoint, in the merchant's words. */
  description?: string | null | undefined
}

/**
 * The initial limits of a new endpoint: parallel attempts, and attempts per second. Staff can change the limits of an
 * endpoint.
 */
const MAX_IN_FLIGHT = 4
const RATE_PER_SECOND = 20

/**
 * The maximum number of endpoints that are not off, including disabled endpoints. Each such endpoint adds a delivery
 * row to every event of its types.
 */
const ENDPOINTS_NOT_OFF_MAX = 50

/**
 * Registers a URL for the merchant's events. Returns the signing secret, which no other call returns. Refuses the URL
 * if the merchant already has the maximum number of endpoints.
 * @throws Problem validation_error: the URL is invalid (reason `ssrf_blocked` if its host is not public), or an event
 *   type is unknown.
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

/**
 * Locks the merchant's row and returns its environment. The lock serializes registrations, so that concurrent
 * registrations cannot together exceed the endpoint limit. Payments never take this lock, so they never wait for it.
 */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<'production' | 'sandbox'> {
  const merchant = await db(tx)
    .selectFrom('merchant')
    .select('environment')
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
  return merchant.environment
}

/** Checks that one more endpoint may become active. @throws Problem conflict, reason `webhook_endpoint_limit`. */
export async function assertUnderEndpointLimit(
  tx: Tx,
  merchantId: string,
  environment: 'production' | 'sandbox',
): Promise<void> {
  const { active, notOff } = await db(tx)
    .selectFrom('webhook_endpoint')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('status', '=', 'active').as('active'),
      fn.countAll<bigint>().as('notOff'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('environment', '=', environment)
    .where('status', '<>', 'off')
    .executeTakeFirstOrThrow()
  if (active >= ENDPOINTS_ACTIVE_MAX || notOff >= ENDPOINTS_NOT_OFF_MAX) {
    throw new Problem('conflict', { reason: 'webhook_endpoint_limit' })
  }
}
