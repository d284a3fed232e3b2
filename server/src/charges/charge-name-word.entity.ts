import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'ChargeNameWord',
  tableName: 'charge_name_word',
  properties: {
    merchantId: p.uuid().primary(),
    word: p.text().primary(),
    createdAt: p.datetime(3).primary(),
    chargeId: p.uuid().primary(),
    rest: p.text().default(''),
  },
})

/** One word of a payer's name, by which staff and merchants search for charges. */
export class ChargeNameWord extends schema.class {}
schema.setClass(ChargeNameWord)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    charge_name_word: InferKyselyTable<typeof schema>
  }
}
