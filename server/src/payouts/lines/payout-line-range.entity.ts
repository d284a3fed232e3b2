import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'PayoutLineRange',
  tableName: 'payout_line_range',
  properties: {
    merchantId: p.uuid().primary(),
    fromVersion: p.bigint().primary(),
    fromCents: p.bigint().primary(),
    toVersion: p.bigint().strictNullable(),
    toCents: p.bigint().strictNullable(),
    payoutId: p.uuid().strictNullable(),
    sumCents: p.bigint().strictNullable(),
    peakCents: p.bigint().strictNullable(),
  },
})

/**
 * A range of lines of the ledger account `available` that one payout paid, or that no payout has paid yet (`payoutId`
 * null). The ranges of a merchant follow each other without gaps, so no line is in two payouts. The last range has no
 * end. See server/docs/decisions/0400-assign-lines-to-payouts.md.
 */
export class PayoutLineRange extends schema.class {}
schema.setClass(PayoutLineRange)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    payout_line_range: InferKyselyTable<typeof schema>
  }
}
