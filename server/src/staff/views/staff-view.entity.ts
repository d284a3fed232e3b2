import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { STAFF_ROLES } from '../permissions.ts'

const schema = defineEntity({
  name: 'StaffView',
  tableName: 'staff_view',
  properties: {
    id: p.uuid().primary(),
    staffId: p.uuid(),
    page: p.text(),
    name: p.text(),
    search: p.text(),
    sharedWith: p.enum(STAFF_ROLES).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/** A search of a console page that a person saved under a name. The view can be shared with a role. */
export class StaffView extends schema.class {}
schema.setClass(StaffView)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_view: InferKyselyTable<typeof schema>
  }
}
