import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'CellApiKey',
  tableName: 'cell_api_key',
  properties: {
    hash: p.blob().$type<Buffer>().primary(),
    merchantId: p.uuid(),
    /** The version that the directory got when the row was added. */
    version: p.bigint(),
  },
})

/** The merchant of an API key, if the merchant has a row in `cell_merchant`. */
export class CellApiKey extends schema.class {}
schema.setClass(CellApiKey)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    cell_api_key: InferKyselyTable<typeof schema>
  }
}
