import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { REFUND_WINDOW_MS } from '../charges/refund-window.ts'
import { plusMs } from '../kernel/clock.ts'
import type { LocalizedText } from '../kernel/values/localized-text.ts'

export const REFUND_REASONS = [
  'requested_by_customer',
  'duplicate',
  'order_cancelled',
  'fraud_suspected',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const REFUND_STATUSES = ['processing', 'completed', 'failed'] as const

/** The reasons why a refund can fail, each with its text for display. */
const FAILURES = {
  return_refused: ['Devolução recusada pela rede Pix', 'The Pix network refused the refund'],
  return_not_done: ['Devolução não realizada pela rede Pix', 'The Pix network did not make the refund'],
} as const satisfies Readonly<Record<string, LocalizedText>>
export type RefundFailure = keyof typeof FAILURES
const FAILURE_CODES = ['return_refused', 'return_not_done'] as const

const schema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  properties: {
    merchantId: p.uuid().primary(),
    id: p.uuid().primary(),
    chargeId: p.uuid(),
    caseId: p.uuid(),
    amountCents: p.bigint(),
    status: p.enum(REFUND_STATUSES),
    reason: p.enum(REFUND_REASONS).strictNullable(),
    description: p.text().strictNullable(),
    metadata: p.json<Record<string, string>>(),
    failureCode: p.enum(FAILURE_CODES).strictNullable(),
    returnId: p.text().strictNullable(),
    idempotencyKey: p.text(),
    fingerprint: p.blob().$type<Buffer>(),
    requestedAt: p.datetime(3),
    completedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/**
 * A return of a charge's money to the payer, requested by the merchant or by staff. The id of the return at the PSP is
 * the refund's id without dashes.
 */
export class Refund extends schema.class {
  /** For a failed refund, the text for display; null in every other status. */
  get failureText(): LocalizedText | null {
    return this.failureCode ? FAILURES[this.failureCode] : null
  }
}
schema.setClass(Refund)

/** The facts that decide whether a charge can be refunded. */
export interface RefundFacts {
  status: string
  /** The time of the payment; null for an unpaid charge. */
  paidAt: Date | null
  isDisputed: boolean
  /** The part of the charge that has not been refunded and is not being refunded. */
  leftCents: bigint
}

export type RefundRefusal =
  | 'charge_not_refundable'
  | 'dispute_open'
  | 'refund_exceeds_remaining'
  | 'refund_window_expired'

/**
 * Returns why a refund of `amountCents` is refused, or null. If `amountCents` is null, the whole remaining amount is
 * refunded. The function does not check the merchant's balance.
 */
export function refundRefusalOf(
  facts: RefundFacts,
  amountCents: bigint | null,
  now: Date,
): RefundRefusal | null {
  const { paidAt, leftCents } = facts
  if (paidAt === null || facts.status === 'refunded') return 'charge_not_refundable'
  if (facts.isDisputed) return 'dispute_open'
  if (leftCents === 0n || (amountCents ?? leftCents) > leftCents) return 'refund_exceeds_remaining'
  return now > plusMs(paidAt, REFUND_WINDOW_MS) ? 'refund_window_expired' : null
}

declare module '../kernel/database/tables.ts' {
  interface Tables {
    refund: InferKyselyTable<typeof schema>
  }
}
