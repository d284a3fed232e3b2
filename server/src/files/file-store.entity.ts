import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'FileStore',
  tableName: 'file_store',
  properties: {
    id: p.integer().primary(),
    /** The id with which the name of every stored object of this database begins. */
    storeId: p.uuid(),
    createdAt: p.datetime(3),
  },
})

/** The id of the file store of this database. The table has at most one row. */
export class FileStore extends schema.class {}
schema.setClass(FileStore)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    file_store: InferKyselyTable<typeof schema>
  }
}
