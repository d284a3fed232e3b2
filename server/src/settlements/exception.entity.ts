import { defineEntity, p } from '@mikro-orm/core'

export const EXCEPTION_KINDS = [
  'missing_at_network',
  'amount_differs',
  'payment_not_recorded',
  'return_differs',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

export const EXCEPTION_STATES = ['open', 'closed'] as const
export type ExceptionState = (typeof EXCEPTION_STATES)[number]

const schema = defineEntity({
  name: 'ReconciliationException',
  tableName: 'reconciliation_exception',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.enum(EXCEPTION_KINDS),
    state: p.enum(EXCEPTION_STATES),
    endToEndId: p.text(),
    paymentId: p.uuid().strictNullable(),
    details: p.json<Record<string, string>>(),
    openedAt: p.datetime(3),
    checkedAt: p.datetime(3),
    closedAt: p.datetime(3).strictNullable(),
    closedBy: p.text().strictNullable(),
    resolution: p.text().strictNullable(),
  },
})

/** A difference between our book and the network's record, by its name. It stays for good; a person closes it. */
export class ReconciliationException extends schema.class {}
schema.setClass(ReconciliationException)
