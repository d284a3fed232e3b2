import type { Position } from '../ledger/chart.ts'
import type { StatementRow } from './statement.sql.ts'

/** One line of the journal as the merchant sees it, with what it belongs to. */
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
  /** Positive increases the position, negative reduces it. */
  amountCents: bigint
  balanceAfterCents: bigint
  sourceType: string
  sourceId: string
  isReversal: boolean
  /** The sale that caused the line; null for every other cause. */
  sale: StatementSale | null
  financialCase: StatementCase | null
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

/** A row of the query, its sale and its case each put together or left out. */
export function toLine(row: StatementRow): StatementLine {
  return {
    journalId: row.journalId,
    seq: row.seq,
    lineNo: row.lineNo,
    eventType: row.eventType,
    description: row.description,
    economicAt: row.economicAt,
    postedAt: row.postedAt,
    position: row.position,
    amountCents: row.amountCents,
    balanceAfterCents: row.balanceAfterCents,
    sourceType: row.sourceType,
    sourceId: row.sourceId,
    isReversal: row.isReversal,
    sale: saleOf(row),
    financialCase: caseOf(row),
  }
}

function saleOf(row: StatementRow): StatementSale | null {
  if (row.paymentId === null || row.chargeId === null || row.paidAt === null) return null
  return {
    paymentId: row.paymentId,
    chargeId: row.chargeId,
    orderReference: row.orderReference ?? '',
    classification: 'primary',
    endToEndId: row.paymentEndToEndId ?? '',
    paidAt: row.paidAt,
    grossCents: row.grossCents ?? 0n,
    feeCents: row.feeCents ?? 0n,
    netCents: row.netCents ?? 0n,
    reserveCents: row.reserveCents ?? 0n,
  }
}

function caseOf(row: StatementRow): StatementCase | null {
  if (row.caseId === null || row.caseKind === null || row.caseStatus === null || row.caseOpenedAt === null)
    return null
  return {
    id: row.caseId,
    kind: row.caseKind,
    status: row.caseStatus,
    chargeId: row.caseChargeId,
    orderReference: row.caseOrderReference,
    endToEndId: row.caseEndToEndId,
    amountCents: row.caseAmountCents ?? 0n,
    refundId: row.caseRefundId,
    openedAt: row.caseOpenedAt,
    closedAt: row.caseClosedAt,
  }
}
