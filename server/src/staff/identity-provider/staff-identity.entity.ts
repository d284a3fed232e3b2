import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StaffIdentity',
  tableName: 'staff_identity',
  properties: {
    staffId: p.uuid().primary(),
    issuer: p.text().primary(),
    subject: p.text(),
    linkedAt: p.datetime(3),
    linkedBy: p.text(),
  },
})

/** An account at the identity provider that is linked to a staff member. */
export class StaffIdentity extends schema.class {}
schema.setClass(StaffIdentity)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_identity: InferKyselyTable<typeof schema>
  }
}
