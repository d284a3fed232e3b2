import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StatementBlockTotal',
  tableName: 'statement_block_total',
  properties: {
    merchantId: p.uuid().primary(),
    blockNo: p.bigint().primary(),
    day: p.date().primary(),
    entryType: p.text().primary(),
    position: p.text().primary(),
    linesCount: p.bigint(),
    amountCents: p.bigint(),
  },
})

/**
 * The sum of the statement lines in one block of entries that have the same day, entry type and position. Posted lines
 * never change, so the sum never changes.
 */
export class StatementBlockTotal extends schema.class {}
schema.setClass(StatementBlockTotal)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    statement_block_total: InferKyselyTable<typeof schema>
  }
}
