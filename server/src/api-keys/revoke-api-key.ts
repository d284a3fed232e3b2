import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { ApiKey } from './api-key.entity.ts'
import { getApiKey } from './api-key.queries.ts'
import { countRevocation } from './revocations.ts'

/**
 * Revokes a key permanently, effective in this process at once and in others within a second. Idempotent.
 * @throws Problem not_found, reason `api_key_not_found`.
 */
export async function revokeApiKey(
  ctx: Context,
  merchantId: string,
  id: string,
  reason?: string,
): Promise<ApiKey> {
  const { name, prefix } = await getApiKey(ctx, merchantId, id)
  const now = ctx.clock.now()
  await transaction(ctx, async (tx) => {
    const revoked = await sql(
      tx,
      'update api_key set revoked_at = $3 where id = $2 and merchant_id = $1 and revoked_at is null returning id',
      [merchantId, id, now],
    )
    if (revoked.length === 0) return
    await recordAudit(tx, {
      action: 'api_key.revoke',
      target: { type: 'api_key', id },
      merchantId,
      ...(reason === undefined ? {} : { reason }),
      after: { name, prefix },
    })
  })
  countRevocation()
  return getApiKey(ctx, merchantId, id)
}
