import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'PayoutLineBlock',
  tableName: 'payout_line_block',
  properties: {
    merchantId: p.uuid().primary(),
    blockNo: p.bigint().primary(),
    sumCents: p.bigint(),
    peakCents: p.bigint(),
  },
})

/**
 * Sums of 1,000 consecutive lines of the ledger account `available`. Posted lines never change, so a block never
 * changes.
 */
export class PayoutLineBlock extends schema.class {}
schema.setClass(PayoutLineBlock)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    payout_line_block: InferKyselyTable<typeof schema>
  }
}
