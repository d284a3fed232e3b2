import { plusMs, realNow } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.entity.ts'
import { getEndpoint } from '../endpoints/endpoint.queries.ts'
import { newEventId } from '../events/event-id.ts'
import { envelope } from '../events/record-events.ts'
import { openSecrets, type SigningSecrets } from '../endpoints/secret.ts'
import { eventHeaders } from './send-delivery.ts'
import type { SendResult, WithSender } from '../sending/sender.ts'
import { signatureHeader } from '../sending/signature.ts'

const TEST_INTERVAL_MS = 10_000

/**
 * Sends a signed `webhook.test` to the endpoint, without retries. Returns the result. Records no event and does not
 * change the endpoint's condition.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`, even if the endpoint exists but is off.
 * @throws Problem rate_limited: the last test was less than 10 s ago.
 */
export async function testEndpoint(
  ctx: Context & WithSender,
  merchantId: string,
  id: string,
): Promise<SendResult> {
  const endpoint = await getEndpoint(ctx, merchantId, id)
  const now = ctx.clock.now()
  const marked = await db(ctx)
    .updateTable('webhook_endpoint')
    .set({ last_test_at: now })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', endpoint.id)
    .where((eb) =>
      eb.or([eb('last_test_at', 'is', null), eb('last_test_at', '<=', plusMs(now, -TEST_INTERVAL_MS))]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!marked) throw new Problem('rate_limited', { retryAfterSeconds: TEST_INTERVAL_MS / 1_000 })

  const eventId = newEventId(ctx.ids, now)
  const data = { message: 'Evento de teste', endpoint_id: endpoint.id }
  const body = envelope(eventId, { type: 'webhook.test', environment: endpoint.environment, data }, now)
  const sentAt = realNow(ctx.clock)
  const secrets = openSecrets(ctx, signingSecretsOf(endpoint), endpoint.id, sentAt)
  const signature = signatureHeader(secrets, body, sentAt)
  const headers = { ...eventHeaders(eventId, 'webhook.test'), 'x-svc-signature': signature }
  return ctx.sender.post({ url: endpoint.url, headers, body })
}

const signingSecretsOf = (endpoint: WebhookEndpoint): SigningSecrets => ({
  current: { box: Buffer.from(endpoint.secretBox), keyId: endpoint.secretKeyId },
  previous: {
    box: endpoint.previousSecretBox && Buffer.from(endpoint.previousSecretBox),
    keyId: endpoint.previousSecretKeyId,
    endsAt: endpoint.previousSecretEndsAt,
  },
})
