import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'MerchantChange',
  tableName: 'merchant_change',
  properties: {
    id: p.bigint().primary(),
    merchantId: p.uuid(),
    tableName: p.text(),
    key: p.json<Record<string, unknown>>(),
  },
})

/** A row of a moving merchant that has changed and must be copied again. A trigger inserts the row. */
export class MerchantChange extends schema.class {}
schema.setClass(MerchantChange)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    merchant_change: InferKyselyTable<typeof schema>
  }
}
