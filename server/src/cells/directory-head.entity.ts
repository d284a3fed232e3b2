import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'DirectoryHead',
  tableName: 'directory_head',
  properties: {
    onlyRow: p.boolean().primary(),
    version: p.bigint(),
  },
})

/** The version of the directory. The table has only one row. */
export class DirectoryHead extends schema.class {}
schema.setClass(DirectoryHead)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    directory_head: InferKyselyTable<typeof schema>
  }
}
