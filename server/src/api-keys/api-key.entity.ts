import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { SCOPES } from '../kernel/scopes.ts'

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

/** An API key with which a merchant's system calls the merchant API. Only the SHA-256 of the key is stored. */
export class ApiKey extends schema.class {}
schema.setClass(ApiKey)

/** Returns whether a key is neither revoked nor expired. */
export const isActiveKey = (key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    api_key: InferKyselyTable<typeof schema>
  }
}
