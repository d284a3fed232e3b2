import { z } from 'zod'
import { cents, COMPONENTS, instant, openList, openText } from '../kernel/output/shapes.ts'
import { CASE_KINDS, CASE_STATUSES } from '../cases/financial-case.entity.ts'
import { MERCHANT_ENTRY_TYPES } from '../ledger/entry-types.ts'
import { POSITIONS } from '../ledger/chart.ts'
import {
  hasCase,
  hasPaidPayout,
  hasSale,
  isReversal,
  SALE_CLASSIFICATION,
  type CaseLine,
  type PaidPayoutLine,
  type SaleLine,
  type StatementLine,
} from './statement.line.ts'

const SaleShape = z.strictObject({
  payment_id: z.uuid(),
  charge_id: z.uuid(),
  order_reference: z.string(),
  classification: openText([SALE_CLASSIFICATION]),
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
  kind: openList(CASE_KINDS),
  status: openList(CASE_STATUSES),
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

/** The format of a statement line in REST responses. */
export const LineShape = z.strictObject({
  journal_id: z.uuid(),
  line_no: z.int(),
  event_type: openText(MERCHANT_ENTRY_TYPES),
  description: z.string(),
  economic_at: instant,
  posted_at: instant,
  position: z.enum(POSITIONS),
  amount_cents: cents,
  source_type: openText(['charge', 'gateway']),
  source_id: z.uuid(),
  is_reversal: z.boolean(),
  service: SaleShape.nullable(),
  payout: PayoutShape.nullable(),
  financial_case: CaseShape.nullable(),
})
LineShape.register(COMPONENTS, { id: 'StatementLine' })

export type LineJson = z.infer<typeof LineShape>

/** The fields are listed one by one, so that a new internal field is not exposed by accident. */
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
    is_reversal: isReversal(line),
    service: hasSale(line) ? presentSale(line) : null,
    payout: hasPaidPayout(line) ? presentPayout(line) : null,
    financial_case: hasCase(line) ? presentCase(line) : null,
  }
}

function presentSale(line: SaleLine): z.infer<typeof SaleShape> {
  return {
    payment_id: line.paymentId,
    charge_id: line.chargeId,
    order_reference: line.orderReference,
    classification: SALE_CLASSIFICATION,
    end_to_end_id: line.paymentEndToEndId,
    paid_at: line.paidAt.toISOString(),
    gross_cents: line.grossCents.toString(),
    fee_cents: line.feeCents.toString(),
    net_cents: line.netCents.toString(),
    reserve_cents: line.reserveCents.toString(),
    payable_cents: (line.netCents - line.reserveCents).toString(),
  }
}

function presentCase(line: CaseLine): z.infer<typeof CaseShape> {
  return {
    id: line.caseId,
    kind: line.caseKind,
    status: line.caseStatus,
    charge_id: line.caseChargeId,
    order_reference: line.caseOrderReference,
    end_to_end_id: line.caseEndToEndId,
    amount_cents: line.caseAmountCents.toString(),
    refund_id: line.caseRefundId,
    opened_at: line.caseOpenedAt.toISOString(),
    closed_at: line.caseClosedAt?.toISOString() ?? null,
  }
}

function presentPayout(line: PaidPayoutLine): z.infer<typeof PayoutShape> {
  return {
    id: line.payoutId,
    external_reference: line.payoutReference,
    paid_at: line.payoutPaidAt.toISOString(),
  }
}
