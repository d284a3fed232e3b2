import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const SECRET_KINDS = [
  'client_secret',
  'app_key',
  'certificate',
  'private_key',
  'callback_secret',
] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

const schema = defineEntity({
  name: 'PixAccountSecret',
  tableName: 'pix_account_secret',
  properties: {
    id: p.uuid().primary(),
    pixAccountId: p.text(),
    kind: p.enum(SECRET_KINDS),
    /** The version of the account that introduced the secret. */
    version: p.integer(),
    box: p.blob().$type<Buffer>(),
    keyId: p.text(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
})

/**
 * A version of an encrypted secret of a receiving account. For each kind, the highest version is in use. Earlier
 * callback secrets are accepted until they are deleted.
 */
export class PixAccountSecret extends schema.class {}
schema.setClass(PixAccountSecret)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    pix_account_secret: InferKyselyTable<typeof schema>
  }
}
