import type { StatementRow } from './select-lines.ts'
import type { StatementCase, StatementLine, StatementPayout, StatementSale } from './statement.line.ts'

/** Converts a row to a line. Sale, case and payout are null when the join found none. */
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
    reversesId: row.reversesId,
    sale: saleOf(row),
    financialCase: caseOf(row),
    payout: payoutOf(row),
    payoutId: row.payoutId,
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

function payoutOf(row: StatementRow): StatementPayout | null {
  const { payoutId: id, payoutReference: externalReference, payoutPaidAt: paidAt } = row
  return id === null || externalReference === null || paidAt === null
    ? null
    : { id, externalReference, paidAt }
}
