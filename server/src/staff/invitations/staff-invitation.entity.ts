import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { STAFF_ROLES } from '../permissions.ts'

const schema = defineEntity({
  name: 'StaffInvitation',
  tableName: 'staff_invitation',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    name: p.text(),
    role: p.enum(STAFF_ROLES),
    tokenHash: p.blob().$type<Buffer>(),
    invitedBy: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    acceptedAt: p.datetime(3).strictNullable(),
    withdrawnAt: p.datetime(3).strictNullable(),
  },
})

/** An invitation to become a staff member. Only the hash of the invitation's token is stored. */
export class StaffInvitation extends schema.class {}
schema.setClass(StaffInvitation)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_invitation: InferKyselyTable<typeof schema>
  }
}
