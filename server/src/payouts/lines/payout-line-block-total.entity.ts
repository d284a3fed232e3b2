import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'PayoutLineBlockTotal',
  tableName: 'payout_line_block_total',
  properties: {
    merchantId: p.uuid().primary(),
    blockNo: p.bigint().primary(),
    entryType: p.text().primary(),
    caseKind: p.text().primary(),
    linesCount: p.bigint(),
    amountCents: p.bigint(),
  },
})

/**
 * The sum of the lines of a block that have the same entry type and the same kind of case. Posted lines never change,
 * so a sum never changes.
 */
export class PayoutLineBlockTotal extends schema.class {}
schema.setClass(PayoutLineBlockTotal)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    payout_line_block_total: InferKyselyTable<typeof schema>
  }
}
