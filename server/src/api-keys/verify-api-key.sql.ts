import type { Context } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import type { ApiKey } from './api-key.entity.ts'

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
