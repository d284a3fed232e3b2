import type { Context, Tx } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { db } from '../kernel/database/tables.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import { ApiKey } from './api-key.entity.ts'

/** Returns a key of a merchant. @throws Problem not_found, reason `api_key_not_found`. */
export async function getApiKey(ctx: Context, merchantId: string, id: string): Promise<ApiKey> {
  const found = isUuid(id) ? await entities(ctx).findOne(ApiKey, { id, merchantId }) : null
  if (!found) throw apiKeyNotFound()
  return found
}

/**
 * Returns the keys with these ids, in any order. Leaves out unknown and malformed ids. Call this function only for
 * staff, because it does not check which merchant owns a key.
 */
export const findApiKeys = (ctx: Context, ids: readonly string[]): Promise<ApiKey[]> =>
  entities(ctx).find(ApiKey, { id: { $in: ids.filter(isUuid) } })

/** Locks a key of a merchant and returns it. @throws Problem not_found, reason `api_key_not_found`. */
export async function lockApiKey(tx: Tx, merchantId: string, id: string): Promise<ApiKey> {
  const locked = isUuid(id) ? await lockRow(tx, ApiKey, { merchantId, id }) : null
  if (!locked) throw apiKeyNotFound()
  return locked
}

const apiKeyNotFound = (): Problem => new Problem('not_found', { reason: 'api_key_not_found' })

/**
 * Lists all keys of a merchant. Keys that are not revoked come first, newest first; then revoked keys, most recently
 * revoked first.
 */
export function listApiKeys(ctx: Context, merchantId: string): Promise<ApiKey[]> {
  return entities(ctx).find(
    ApiKey,
    { merchantId },
    {
      orderBy: [{ revokedAt: 'desc nulls first' }, { createdAt: 'desc', id: 'desc' }],
    },
  )
}

/** The number of keys of a merchant that are neither revoked nor expired. */
export interface ActiveKeys {
  /** The id of the merchant. */
  id: string
  count: number
}

/** Counts the active keys of merchants. Leaves out merchants without active keys. */
export async function listActiveKeys(ctx: Context, merchantIds: readonly string[]): Promise<ActiveKeys[]> {
  const rows = await db(ctx)
    .selectFrom('api_key')
    .select('merchant_id as id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchant_id', '=', anyUuid(merchantIds))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.clock.now())]))
    .groupBy('merchant_id')
    .execute()
  return rows.map(({ id, count }) => ({ id, count: Number(count) }))
}

/** The stored data that authenticates a call: key, merchant, scopes and rate limits. */
export type StoredKey = Pick<
  ApiKey,
  'id' | 'merchantId' | 'hash' | 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'
> &
  Pick<Merchant, 'readRate' | 'writeRate' | 'searchRate'>

/**
 * Finds a key by its hash; returns null for an unknown key. Returns a plain row, because every API request calls this
 * function, and creating an entity takes more time.
 */
export async function findByHash(ctx: Context, hash: Buffer): Promise<StoredKey | null> {
  const [found] = await selectByHash(ctx, { hash })
  return found ?? null
}

const selectByHash = preparedQuery((compiler, given: Given<{ hash: Buffer }>) =>
  compiler
    .selectFrom('api_key as k')
    .innerJoin('merchant as m', 'm.id', 'k.merchant_id')
    .select(['k.id', 'k.merchant_id as merchantId', 'k.hash', 'k.scopes'])
    .select(['k.expires_at as expiresAt', 'k.revoked_at as revokedAt', 'k.last_used_at as lastUsedAt'])
    .select(['m.read_rate as readRate', 'm.write_rate as writeRate', 'm.search_rate as searchRate'])
    .where('k.hash', '=', given('hash')),
)
