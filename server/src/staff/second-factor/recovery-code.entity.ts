import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StaffRecoveryCode',
  tableName: 'staff_recovery_code',
  properties: {
    staffId: p.uuid().primary(),
    hash: p.blob().$type<Buffer>().primary(),
    usedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
  },
})

/** A recovery code of a staff member. The code works once, and the database contains only its hash. */
export class StaffRecoveryCode extends schema.class {}
schema.setClass(StaffRecoveryCode)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_recovery_code: InferKyselyTable<typeof schema>
  }
}
