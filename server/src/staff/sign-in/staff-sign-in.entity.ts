import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StaffSignIn',
  tableName: 'staff_sign_in',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    staffId: p.uuid(),
    startedAt: p.datetime(3),
    endsAt: p.datetime(3),
  },
})

/** A sign-in that has passed the password and awaits the second factor. */
export class StaffSignIn extends schema.class {}
schema.setClass(StaffSignIn)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_sign_in: InferKyselyTable<typeof schema>
  }
}
