import type { Position } from '../ledger/chart.ts'

/** A journal line as the merchant sees it, with its sale, case or payout. */
export interface StatementLine {
  journalId: string
  seq: bigint
  lineNo: number
  eventType: string
  description: string
  /** The date of the fact. */
  economicAt: Date
  postedAt: Date
  position: Position
  /** Positive increases the position; negative decreases it. */
  amountCents: bigint
  balanceAfterCents: bigint
  sourceType: string
  sourceId: string
  /** The entry that this one reverses, else null. */
  reversesId: string | null
  /** The sale that caused the line, else null. */
  sale: StatementSale | null
  financialCase: StatementCase | null
  /** The paid payout; null while the payout is only reserved. */
  payout: StatementPayout | null
  /** The payout that the line belongs to, paid or only reserved. */
  payoutId: string | null
}

export interface StatementPayout {
  id: string
  externalReference: string
  paidAt: Date
}

export interface StatementSale {
  paymentId: string
  chargeId: string
  orderReference: string
  classification: 'primary'
  endToEndId: string
  paidAt: Date
  grossCents: bigint
  feeCents: bigint
  netCents: bigint
  reserveCents: bigint
}

export interface StatementCase {
  id: string
  kind: 'refund' | 'dispute' | 'held_payment' | 'block'
  status: 'open' | 'released' | 'returned'
  chargeId: string | null
  orderReference: string | null
  endToEndId: string | null
  amountCents: bigint
  refundId: string | null
  openedAt: Date
  closedAt: Date | null
}
