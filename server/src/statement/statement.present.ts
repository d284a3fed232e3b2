import { z } from 'zod'
import { COMPONENTS } from '../http/openapi-components.ts'
import { cents, instant } from '../http/shapes.ts'
import { POSITIONS } from '../ledger/chart.ts'
import type { StatementCase, StatementLine, StatementPayout, StatementSale } from './statement.line.ts'

const SaleShape = z.strictObject({
  payment_id: z.uuid(),
  charge_id: z.uuid(),
  order_reference: z.string(),
  classification: z.string(),
  end_to_end_id: z.string(),
  paid_at: instant,
  gross_cents: cents,
  fee_cents: cents,
  net_cents: cents,
  reserve_cents: cents,
  payable_cents: cents,
})
SaleShape.register(COMPONENTS, { id: 'StatementSale' })

const CaseShape = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['refund', 'dispute', 'held_payment', 'block']),
  status: z.enum(['open', 'released', 'returned']),
  charge_id: z.uuid().nullable(),
  order_reference: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  amount_cents: cents,
  refund_id: z.uuid().nullable(),
  opened_at: instant,
  closed_at: instant.nullable(),
})
CaseShape.register(COMPONENTS, { id: 'StatementCase' })

const PayoutShape = z.strictObject({ id: z.uuid(), external_reference: z.string(), paid_at: instant })
PayoutShape.register(COMPONENTS, { id: 'StatementPayout' })

/** A line on the wire (specification, statement line). */
export const LineShape = z.strictObject({
  journal_id: z.uuid(),
  line_no: z.int(),
  event_type: z.string(),
  description: z.string(),
  economic_at: instant,
  posted_at: instant,
  position: z.enum(POSITIONS),
  amount_cents: cents,
  source_type: z.string(),
  source_id: z.uuid(),
  is_reversal: z.boolean(),
  service: SaleShape.nullable(),
  payout: PayoutShape.nullable(),
  financial_case: CaseShape.nullable(),
})
LineShape.register(COMPONENTS, { id: 'StatementLine' })

export type LineJson = z.infer<typeof LineShape>

/** Lists each field explicitly, so that a new internal field is not exposed by accident. */
export function presentLine(line: StatementLine): LineJson {
  return {
    journal_id: line.journalId,
    line_no: line.lineNo,
    event_type: line.eventType,
    description: line.description,
    economic_at: line.economicAt.toISOString(),
    posted_at: line.postedAt.toISOString(),
    position: line.position,
    amount_cents: line.amountCents.toString(),
    source_type: line.sourceType,
    source_id: line.sourceId,
    is_reversal: line.reversesId !== null,
    service: line.sale && presentSale(line.sale),
    payout: line.payout && presentPayout(line.payout),
    financial_case: line.financialCase && presentCase(line.financialCase),
  }
}

function presentSale(sale: StatementSale): z.infer<typeof SaleShape> {
  return {
    payment_id: sale.paymentId,
    charge_id: sale.chargeId,
    order_reference: sale.orderReference,
    classification: sale.classification,
    end_to_end_id: sale.endToEndId,
    paid_at: sale.paidAt.toISOString(),
    gross_cents: sale.grossCents.toString(),
    fee_cents: sale.feeCents.toString(),
    net_cents: sale.netCents.toString(),
    reserve_cents: sale.reserveCents.toString(),
    payable_cents: (sale.netCents - sale.reserveCents).toString(),
  }
}

function presentCase(financialCase: StatementCase): z.infer<typeof CaseShape> {
  return {
    id: financialCase.id,
    kind: financialCase.kind,
    status: financialCase.status,
    charge_id: financialCase.chargeId,
    order_reference: financialCase.orderReference,
    end_to_end_id: financialCase.endToEndId,
    amount_cents: financialCase.amountCents.toString(),
    refund_id: financialCase.refundId,
    opened_at: financialCase.openedAt.toISOString(),
    closed_at: financialCase.closedAt?.toISOString() ?? null,
  }
}

function presentPayout({ id, externalReference, paidAt }: StatementPayout): z.infer<typeof PayoutShape> {
  return { id, external_reference: externalReference, paid_at: paidAt.toISOString() }
}
