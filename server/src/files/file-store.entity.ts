import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'FileStore',
  tableName: 'file_store',
  properties: {
    id: p.integer().primary(),
    /** Begins the name of every object of this database. */
    storeId: p.uuid(),
    createdAt: p.datetime(3),
  },
})

/** The identity of the files of this database. The table has at most one row. */
export class FileStore extends schema.class {}
schema.setClass(FileStore)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    file_store: InferKyselyTable<typeof schema>
  }
}
