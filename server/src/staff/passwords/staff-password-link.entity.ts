import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StaffPasswordLink',
  tableName: 'staff_password_link',
  properties: {
    id: p.uuid().primary(),
    staffId: p.uuid(),
    tokenHash: p.blob().$type<Buffer>(),
    offeredBy: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).strictNullable(),
    endedAt: p.datetime(3).strictNullable(),
  },
})

/** A one-time link to set a new password. Only the hash of the link's token is stored. */
export class StaffPasswordLink extends schema.class {}
schema.setClass(StaffPasswordLink)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_password_link: InferKyselyTable<typeof schema>
  }
}
