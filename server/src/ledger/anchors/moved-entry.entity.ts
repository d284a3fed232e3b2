import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'MovedEntry',
  tableName: 'moved_entry',
  properties: {
    merchantId: p.uuid().primary(),
    seq: p.bigint().primary(),
    hash: p.blob().$type<Buffer>(),
  },
})

/**
 * The hash of a journal entry that was moved to another cell (database) together with its merchant. The anchors that
 * this cell wrote before the move cover the entry.
 */
export class MovedEntry extends schema.class {}
schema.setClass(MovedEntry)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    moved_entry: InferKyselyTable<typeof schema>
  }
}
