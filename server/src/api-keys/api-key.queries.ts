import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import { ApiKey } from './api-key.entity.ts'

/** Returns a key of a merchant. @throws Problem not_found, reason `api_key_not_found`. */
export async function getApiKey(ctx: Context, merchantId: string, id: string): Promise<ApiKey> {
  const found = isUuid(id)
    ? await ctx.em.findOne(ApiKey, { id, merchantId }, { disableIdentityMap: true })
    : null
  if (!found) throw new Problem('not_found', { reason: 'api_key_not_found' })
  return found
}

/** Lists all keys of a merchant: first those not revoked, newest first, then the others, last revoked first. */
export function listApiKeys(ctx: Context, merchantId: string): Promise<ApiKey[]> {
  return ctx.em.find(
    ApiKey,
    { merchantId },
    {
      orderBy: [{ revokedAt: 'desc nulls first' }, { createdAt: 'desc', id: 'desc' }],
      disableIdentityMap: true,
    },
  )
}

/** Counts a merchant's keys that are neither revoked nor expired. */
export async function countActiveKeys(ctx: Context, merchantId: string): Promise<number> {
  const [row] = await sql<{ keys: number }>(
    ctx,
    `select count(*)::integer as keys from api_key
     where merchant_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [merchantId, ctx.clock.now()],
  )
  return row?.keys ?? 0
}

/** The stored data that authenticates a call: key, merchant, scopes and rate limits. */
export type StoredKey = Pick<
  ApiKey,
  'id' | 'merchantId' | 'hash' | 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'
> &
  Pick<Merchant, 'readRate' | 'writeRate' | 'searchRate'>

/**
 * Finds a key by its hash; null for an unknown key. Returns a plain row instead of an entity, because it runs for every
 * call.
 */
export async function findByHash(ctx: Context, hash: Buffer): Promise<StoredKey | null> {
  const [row] = await sql<StoredKey>(ctx, BY_HASH, [hash])
  return row ?? null
}

const BY_HASH = prepared(`
  select k.id, k.merchant_id as "merchantId", k.hash, k.scopes, k.expires_at as "expiresAt",
    k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
    m.read_rate as "readRate", m.write_rate as "writeRate", m.search_rate as "searchRate"
  from api_key k join merchant m on m.id = k.merchant_id where k.hash = $1`)
