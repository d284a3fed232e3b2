import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'MovedCharge',
  tableName: 'moved_charge',
  properties: {
    chargeId: p.uuid().primary(),
    merchantId: p.uuid(),
  },
})

/** A charge of a merchant who has left this cell. */
export class MovedCharge extends schema.class {}
schema.setClass(MovedCharge)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    moved_charge: InferKyselyTable<typeof schema>
  }
}
