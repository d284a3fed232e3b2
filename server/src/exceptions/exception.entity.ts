import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const EXCEPTION_KINDS = [
  'missing_at_network',
  'amount_differs',
  'payment_not_recorded',
  'return_differs',
  'return_not_recorded',
] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** The kinds of exceptions that prevent the settlement of a recorded payment. */
export const UNSETTLED_KINDS: readonly ExceptionKind[] = ['missing_at_network', 'amount_differs']

export const EXCEPTION_STATES = ['open', 'closed'] as const
export type ExceptionState = (typeof EXCEPTION_STATES)[number]

/**
 * The actions that staff can take when they close an exception. An action does nothing, posts an entry, or repeats the
 * attempt to record a payment or return.
 */
export const EXCEPTION_REMEDIES = ['none', 'settle_as_recorded', 'settle_as_listed', 'try_again'] as const
export type ExceptionRemedy = (typeof EXCEPTION_REMEDIES)[number]

const schema = defineEntity({
  name: 'ReconciliationException',
  tableName: 'reconciliation_exception',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.enum(EXCEPTION_KINDS),
    state: p.enum(EXCEPTION_STATES),
    subject: p.text(),
    endToEndId: p.text(),
    paymentId: p.uuid().strictNullable(),
    details: p.json<Record<string, string>>(),
    openedAt: p.datetime(3),
    checkedAt: p.datetime(3),
    closedAt: p.datetime(3).strictNullable(),
    closedBy: p.text().strictNullable(),
    resolution: p.text().strictNullable(),
    remedy: p.enum(EXCEPTION_REMEDIES).strictNullable(),
    journalId: p.uuid().strictNullable(),
  },
})

/** A difference between the ledger and the network's records. Rows are never deleted. */
export class ReconciliationException extends schema.class {}
schema.setClass(ReconciliationException)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    reconciliation_exception: InferKyselyTable<typeof schema>
  }
}
