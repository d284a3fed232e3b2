import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StaffTotp',
  tableName: 'staff_totp',
  properties: {
    staffId: p.uuid().primary(),
    secretBox: p.blob().$type<Buffer>().strictNullable(),
    secretKeyId: p.text().strictNullable(),
    confirmedAt: p.datetime(3).strictNullable(),
    lastStep: p.bigint().strictNullable(),
    offeredBox: p.blob().$type<Buffer>().strictNullable(),
    offeredKeyId: p.text().strictNullable(),
    offeredAt: p.datetime(3).strictNullable(),
  },
})

/**
 * The encrypted TOTP secret of a staff member, and an offered secret (also encrypted) that no code has confirmed yet.
 */
export class StaffTotp extends schema.class {}
schema.setClass(StaffTotp)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_totp: InferKyselyTable<typeof schema>
  }
}
