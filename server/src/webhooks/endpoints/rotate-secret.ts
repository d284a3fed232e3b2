import { recordAudit } from '../../audit/record-audit.ts'
import { plusMs, realNow } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { getEndpoint } from './endpoint.queries.ts'
import { lockEndpoint } from './lock-endpoint.ts'
import { newSecret, sealSecret } from './secret.ts'

/** The longest grace period during which both secrets sign, in seconds. */
export const GRACE_SECONDS_MAX = 604_800
export const GRACE_SECONDS_DEFAULT = 86_400

/**
 * Creates a new signing secret and returns it; no other call returns it again. Until `previousEndsAt`, each attempt is
 * signed with the new and with the previous secret. Older secrets stop signing immediately. If the previous secret
 * leaked, pass `graceSeconds: 0`, so that it also stops signing immediately.
 * @throws Problem not_found, reason `webhook_endpoint_not_found`: also when the endpoint is off.
 */
export async function rotateSecret(
  ctx: Context,
  merchantId: string,
  id: string,
  graceSeconds: number,
): Promise<{ secret: string; previousEndsAt: Date }> {
  const { id: endpointId } = await getEndpoint(ctx, merchantId, id)
  return transaction(ctx, async (tx) => {
    const endpoint = await lockEndpoint(tx, merchantId, endpointId)
    const now = tx.clock.now()
    const secret = newSecret(tx)
    const sealed = sealSecret(tx, secret, endpointId)
    const previousEndsAt = plusMs(realNow(tx.clock), graceSeconds * 1_000)
    const hasGrace = graceSeconds > 0
    Object.assign(endpoint, {
      previousSecretBox: hasGrace ? endpoint.secretBox : null,
      previousSecretKeyId: hasGrace ? endpoint.secretKeyId : null,
      previousSecretEndsAt: hasGrace ? previousEndsAt : null,
      secretBox: sealed.box,
      secretKeyId: sealed.keyId,
      secretLast4: secret.slice(-4),
      updatedAt: now,
    })
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'webhook_endpoint.rotate_secret',
      target: { type: 'webhook_endpoint', id: endpointId },
      merchantId,
      after: { grace_seconds: graceSeconds, secret_last4: endpoint.secretLast4 },
    })
    return { secret, previousEndsAt }
  })
}
