import { z } from 'zod'
import type { ApiKey } from '../../api-keys/api-key.entity.ts'
import { listApiKeys } from '../../api-keys/api-key.queries.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { exportList } from '../export-list.ts'
import { merchantId } from '../filter-parts.ts'

interface Row {
  key: ApiKey
  status: 'active' | 'expired' | 'revoked'
  createdBy: string
}

export const apiKeysList = exportList({
  permission: 'api_key.read',
  filter: z.strictObject({ merchantId }),
  columns: {
    name: ['text', ({ key }: Row) => key.name],
    prefix: ['text', ({ key }) => key.prefix],
    status: ['code', ({ status }) => status],
    scopes: ['text', ({ key }) => key.scopes.join(' ')],
    last_used_at: ['time', ({ key }) => key.lastUsedAt],
    expires_at: ['time', ({ key }) => key.expiresAt],
    created_at: ['time', ({ key }) => key.createdAt],
    created_by: ['code', ({ createdBy }) => createdBy],
    id: ['text', ({ key }) => key.id],
  },
  async page(ctx, { merchantId: owner }) {
    const keys = await listApiKeys(ctx, owner)
    const now = ctx.clock.now()
    const rows = keys.map(async (key) => ({
      key,
      status: statusOf(key, now),
      createdBy: await nameOfActor(ctx, key.createdBy),
    }))
    return { items: await Promise.all(rows), nextCursor: null }
  },
})

function statusOf({ revokedAt, expiresAt }: ApiKey, now: Date): Row['status'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}
