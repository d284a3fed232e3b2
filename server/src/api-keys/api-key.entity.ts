import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { SCOPES } from '../http/scopes.ts'

const schema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    environment: p.enum(['production', 'sandbox'] as const),
    name: p.text(),
    prefix: p.text(),
    hash: p.blob().$type<Buffer>(),
    scopes: p.enum(SCOPES).array(),
    expiresAt: p.datetime(3).strictNullable(),
    revokedAt: p.datetime(3).strictNullable(),
    lastUsedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
})

/** What a merchant's system signs in with. The key itself is nowhere: only its SHA-256 is kept. */
export class ApiKey extends schema.class {}
schema.setClass(ApiKey)

/** Neither revoked nor past its end. */
export const isActiveKey = (key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    api_key: InferKyselyTable<typeof schema>
  }
}
