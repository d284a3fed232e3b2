import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'MovedPayment',
  tableName: 'moved_payment',
  properties: {
    endToEndId: p.text().primary(),
    merchantId: p.uuid(),
  },
})

/** A payment of a merchant who has left this cell. */
export class MovedPayment extends schema.class {}
schema.setClass(MovedPayment)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    moved_payment: InferKyselyTable<typeof schema>
  }
}
