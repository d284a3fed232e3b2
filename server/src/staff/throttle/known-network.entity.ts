import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StaffKnownNetwork',
  tableName: 'staff_known_network',
  properties: {
    staffId: p.uuid().primary(),
    network: p.text().columnType('cidr').primary(),
    lastSuccessAt: p.datetime(3),
  },
})

/**
 * A network from which a person has signed in. The service accepts sign-ins from this network even while the account is
 * under attack.
 */
export class StaffKnownNetwork extends schema.class {}
schema.setClass(StaffKnownNetwork)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    staff_known_network: InferKyselyTable<typeof schema>
  }
}
