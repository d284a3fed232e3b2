import type { Context } from '../kernel/context.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { ApiKey } from './api-key.entity.ts'

/** More keys than anybody looks through; revoked ones fall out of sight first. */
const LISTED_MAX = 500

/** @throws Problem not_found, reason `api_key_not_found`. */
export async function getApiKey(ctx: Context, merchantId: string, id: string): Promise<ApiKey> {
  const found = isUuid(id)
    ? await ctx.em.findOne(ApiKey, { id, merchantId }, { disableIdentityMap: true })
    : null
  if (!found) throw new Problem('not_found', { reason: 'api_key_not_found' })
  return found
}

/** A merchant's keys, revoked ones too: those in force first, then the newest first. */
export function listApiKeys(ctx: Context, merchantId: string): Promise<ApiKey[]> {
  return ctx.em.find(
    ApiKey,
    { merchantId },
    {
      orderBy: [{ revokedAt: 'desc nulls first' }, { createdAt: 'desc', id: 'desc' }],
      limit: LISTED_MAX,
      disableIdentityMap: true,
    },
  )
}

/** By what is kept of the key; null for a key that never was. */
export const findByHash = (ctx: Context, hash: Buffer): Promise<ApiKey | null> =>
  ctx.em.findOne(ApiKey, { hash }, { disableIdentityMap: true })
