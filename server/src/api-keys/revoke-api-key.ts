import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import type { ApiKey } from './api-key.entity.ts'
import { lockApiKey } from './api-key.queries.ts'
import { countRevocation } from './revocations.ts'

/**
 * Revokes a key permanently. A second call has no effect. This process refuses the key immediately, other processes
 * within a second.
 * @throws Problem not_found, reason `api_key_not_found`.
 */
export async function revokeApiKey(
  ctx: Context,
  merchantId: string,
  id: string,
  reason?: string,
): Promise<ApiKey> {
  const revoked = await transaction(ctx, async (tx) => {
    const apiKey = await lockApiKey(tx, merchantId, id)
    if (apiKey.revokedAt !== null) return apiKey
    apiKey.revokedAt = tx.clock.now()
    await tx.em.flush()
    await recordAudit(tx, {
      action: 'api_key.revoke',
      target: { type: 'api_key', id },
      merchantId,
      ...(reason === undefined ? {} : { reason }),
      after: { name: apiKey.name, prefix: apiKey.prefix },
    })
    return apiKey
  })
  countRevocation()
  return revoked
}
