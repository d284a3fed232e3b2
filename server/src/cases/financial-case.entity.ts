import { defineEntity, p, type OptionalProps } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const CASE_KINDS = ['refund', 'dispute', 'held_payment', 'block'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_STATUSES = ['open', 'released', 'returned'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** The reasons why an open case cannot continue until staff act. */
export const CASE_EXCEPTIONS = ['return_failed'] as const
export type CaseException = (typeof CASE_EXCEPTIONS)[number]

const schema = defineEntity({
  name: 'FinancialCase',
  tableName: 'financial_case',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.enum(CASE_KINDS),
    status: p.enum(CASE_STATUSES),
    chargeId: p.uuid().strictNullable(),
    orderReference: p.text().strictNullable(),
    paymentId: p.uuid().strictNullable(),
    refundId: p.uuid().strictNullable(),
    endToEndId: p.text().strictNullable(),
    amountCents: p.bigint(),
    heldPendingCents: p.bigint(),
    heldAvailableCents: p.bigint(),
    heldPayerCents: p.bigint(),
    reserveReleasedCents: p.bigint(),
    feeReturnedCents: p.bigint(),
    coverCents: p.bigint(),
    postingsCount: p.integer(),
    exception: p.enum(CASE_EXCEPTIONS).strictNullable(),
    openedAt: p.datetime(3),
    closedAt: p.datetime(3).strictNullable(),
  },
})

/**
 * Money blocked for a refund, for a dispute, or for a payment that is returned to its payer. `coverCents` is the amount
 * that the case should hold. A dispute that holds less than `coverCents` is short.
 */
export class FinancialCase extends schema.class {
  declare [OptionalProps]?: 'heldCents' | 'shortCents'

  /**
   * The merchant's money in the hold of the case: the part from the charge's pending money plus the part from
   * `available`.
   */
  get heldCents(): bigint {
    return this.heldPendingCents + this.heldAvailableCents
  }

  /** The amount that the hold lacks to reach `coverCents`. */
  get shortCents(): bigint {
    return this.coverCents - this.heldCents
  }
}
schema.setClass(FinancialCase)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    financial_case: InferKyselyTable<typeof schema>
  }
}
