import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const CLASSIFICATIONS = [
  'primary',
  'duplicate',
  'amount_mismatch',
  'after_final',
  'unmatched',
] as const
export type Classification = (typeof CLASSIFICATIONS)[number]

const schema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    chargeId: p.uuid().strictNullable(),
    endToEndId: p.text(),
    txid: p.text().strictNullable(),
    amountCents: p.bigint(),
    classification: p.enum(CLASSIFICATIONS),
    caseId: p.uuid().strictNullable(),
    journalId: p.uuid(),
    paidAt: p.datetime(3),
    recordedAt: p.datetime(3),
    settledAt: p.datetime(3).strictNullable(),
    pixAccountId: p.text().default('default'),
  },
})

/**
 * Money that arrived for a charge. A charge's first payment of the exact amount is `primary`; every other payment is
 * held.
 */
export class Payment extends schema.class {}
schema.setClass(Payment)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    payment: InferKyselyTable<typeof schema>
  }
}
