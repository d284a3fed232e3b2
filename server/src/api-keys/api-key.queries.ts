import type { Context, Tx } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { db } from '../kernel/database/tables.ts'
import { ApiKey } from './api-key.entity.ts'

/** Returns a key of a merchant. @throws Problem not_found, reason `api_key_not_found`. */
export async function getApiKey(ctx: Context, merchantId: string, id: string): Promise<ApiKey> {
  const found = isUuid(id)
    ? await ctx.em.findOne(ApiKey, { id, merchantId }, { disableIdentityMap: true })
    : null
  if (!found) throw apiKeyNotFound()
  return found
}

/** Locks a key of a merchant and returns it. @throws Problem not_found, reason `api_key_not_found`. */
export async function lockApiKey(tx: Tx, merchantId: string, id: string): Promise<ApiKey> {
  const locked = isUuid(id) ? await lockRow(tx, ApiKey, { merchantId, id }) : null
  if (!locked) throw apiKeyNotFound()
  return locked
}

const apiKeyNotFound = (): Problem => new Problem('not_found', { reason: 'api_key_not_found' })

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
  const { count } = await db(ctx)
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', ctx.clock.now())]))
    .executeTakeFirstOrThrow()
  return Number(count)
}
