import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { STAFF_ROLES } from './permissions.ts'

const schema = defineEntity({
  name: 'Staff',
  tableName: 'staff',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    name: p.text(),
    role: p.enum(STAFF_ROLES),
    /** The password hash; null for a person who signs in only at the identity provider. */
    passwordHash: p.text().hidden().strictNullable(),
    disabledAt: p.datetime(3).strictNullable(),
    lastSeenAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/** A person who works in the console. */
export class Staff extends schema.class {}
schema.setClass(Staff)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    staff: InferKyselyTable<typeof schema>
  }
}
