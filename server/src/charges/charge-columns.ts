import { expressionBuilder, type Selection } from 'kysely'
import type { Tables } from '../kernel/database/tables.ts'

/** Builds conditions on columns of table charge. */
export const onCharge = expressionBuilder<Tables, 'charge'>()

/**
 * The columns that REST responses need, named like the properties of Charge. Other columns are left out, because
 * decoding all columns of a row costs more than finding the row.
 */
export const SHOWN_COLUMNS = [
  'charge.merchant_id as merchantId',
  'charge.id',
  'charge.environment',
  'charge.order_reference as orderReference',
  'charge.amount_cents as amountCents',
  'charge.description',
  'charge.status',
  'charge.failure_code as failureCode',
  'charge.fee_percent_bps as feePercentBps',
  'charge.fee_fixed_cents as feeFixedCents',
  'charge.fee_cents as feeCents',
  'charge.net_cents as netCents',
  'charge.reserve_cents as reserveCents',
  'charge.refunded_cents as refundedCents',
  'charge.expires_at as expiresAt',
  'charge.paid_at as paidAt',
  'charge.late_payment as latePayment',
  'charge.is_simulated as isSimulated',
  'charge.qr_code_payload as qrCodePayload',
  'charge.end_to_end_id as endToEndId',
  'charge.payments_count as paymentsCount',
  'charge.created_at as createdAt',
  'charge.updated_at as updatedAt',
] as const

/** The part of a charge that REST responses need. */
export type ShownCharge = Selection<Tables, 'charge', (typeof SHOWN_COLUMNS)[number]>

/**
 * All columns of the table charge, named like the properties of Charge. A query that selects these columns returns
 * values of type Charge.
 */
export const CHARGE_COLUMNS = [
  ...SHOWN_COLUMNS,
  'charge.reserve_bps as reserveBps',
  'charge.reserve_days as reserveDays',
  'charge.settlement_delay_days as settlementDelayDays',
  'charge.refund_fee_policy as refundFeePolicy',
  'charge.dispute_policy as disputePolicy',
  'charge.refunding_cents as refundingCents',
  'charge.pending_left_cents as pendingLeftCents',
  'charge.reserve_left_cents as reserveLeftCents',
  'charge.fee_left_cents as feeLeftCents',
  'charge.expires_in_seconds as expiresInSeconds',
  'charge.cancelled_at as cancelledAt',
  'charge.payer_name as payerName',
  'charge.payer_name_search as payerNameSearch',
  'charge.payer_document_box as payerDocumentBox',
  'charge.payer_document_key_id as payerDocumentKeyId',
  'charge.payer_document_hash as payerDocumentHash',
  'charge.metadata',
  'charge.idempotency_key as idempotencyKey',
  'charge.correlation_id as correlationId',
  'charge.created_by_key_id as createdByKeyId',
  'charge.cancelled_correlation_id as cancelledCorrelationId',
  'charge.cancel_asked_at as cancelAskedAt',
  'charge.cancel_asked_by as cancelAskedBy',
  'charge.fingerprint',
  'charge.issuing_until as issuingUntil',
  'charge.next_check_at as nextCheckAt',
  'charge.checks_count as checksCount',
] as const
