import { defineEntity, p } from '@mikro-orm/core'

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
    chargeId: p.uuid().$type<string | null>(),
    endToEndId: p.text(),
    txid: p.text().$type<string | null>(),
    amountCents: p.bigint(),
    classification: p.enum(CLASSIFICATIONS),
    caseId: p.uuid().$type<string | null>(),
    journalId: p.uuid(),
    paidAt: p.datetime(3),
    recordedAt: p.datetime(3),
    settledAt: p.datetime(3).$type<Date | null>(),
  },
})

/** Money that arrived. The first of the right amount is the sale (`primary`), every other one is held. */
export class Payment extends schema.class {}
schema.setClass(Payment)
