import { apiKeys } from './i18n/api-keys.ts'
import { cases } from './i18n/cases.ts'
import { charge, charges } from './i18n/charges.ts'
import { common, outcomes } from './i18n/common.ts'
import { exports } from './i18n/exports.ts'
import { statement } from './i18n/finance.ts'
import { merchants } from './i18n/merchants.ts'
import { payouts } from './i18n/payouts.ts'
import { exceptionKind, reconciliation } from './i18n/reconciliation.ts'
import {
  caseKind,
  caseStatus,
  chargeStatus,
  deliveryStatus,
  entryName,
  keyStatusName,
  payoutState,
  positionName,
} from './i18n/status.ts'
import { deliveries } from './i18n/webhooks.ts'
import type { Text } from './i18n/text.ts'

/** Names of codes, by code. */
export type Words = Readonly<Record<string, Text>>

/** A column of a file: its name at the server, its heading, and the words of its codes. */
export type ExportColumn = readonly [id: string, header: Text, words?: Words]

const YES_NO: Words = { true: common.yes, false: common.no }

/** The columns of each list, in the order of its page; the id behind a row's link comes last. */
export const EXPORT_COLUMNS = {
  charges: [
    ['order_reference', charges.order],
    ['merchant', merchants.name],
    ['late', charges.late, YES_NO],
    ['payments', exports.payments],
    ['amount', charges.amount],
    ['refunded', charge.refundedSoFar],
    ['status', charges.status, chargeStatus],
    ['payer', charges.payer],
    ['created_at', charges.created],
    ['paid_at', charges.paidAt],
    ['id', exports.id],
  ],
  cases: [
    ['charge', cases.charge],
    ['kind', cases.kind, caseKind],
    ['amount', cases.amount],
    ['status', cases.status, caseStatus],
    ['opened_at', cases.opened],
    ['answer_until', cases.deadline],
    ['merchant', cases.merchant],
    ['id', exports.id],
  ],
  payouts: [
    ['reference', payouts.reference],
    ['merchant', payouts.merchant],
    ['amount', payouts.amount],
    ['state', payouts.state, payoutState],
    ['paid_at', payouts.paidAt],
    ['created_by', payouts.createdBy],
    ['id', exports.id],
  ],
  statement: [
    ['economic_at', exports.when],
    ['entry', statement.entry, entryName],
    ['reversal', charge.reversal, YES_NO],
    ['order_reference', charges.order],
    ['description', exports.description],
    ['position', statement.position, positionName],
    ['amount', statement.amount],
    ['balance_after', statement.balanceAfter],
    ['journal_id', statement.journal],
    ['line_no', exports.line],
  ],
  'reconciliation-exceptions': [
    ['kind', reconciliation.kind, exceptionKind],
    ['end_to_end_id', reconciliation.endToEnd],
    ['details', reconciliation.details],
    ['merchant', reconciliation.merchant],
    ['opened_at', reconciliation.openedAt],
    ['id', exports.id],
  ],
  'webhook-deliveries': [
    ['event', deliveries.event],
    ['status', deliveries.status, deliveryStatus],
    ['answer', deliveries.answer],
    ['attempts', deliveries.attempts],
    ['created_at', deliveries.created],
    ['id', exports.id],
  ],
  merchants: [
    ['name', merchants.name],
    ['document', merchants.document],
    ['fee_percent', exports.feePercent],
    ['fee_fixed', exports.feeFixed],
    ['payouts', merchants.payouts, { true: merchants.payoutsOn, false: merchants.payoutsOff }],
    ['created_at', merchants.created],
    ['id', exports.id],
  ],
  'api-keys': [
    ['name', apiKeys.name],
    ['prefix', exports.prefix],
    ['status', apiKeys.status, keyStatusName],
    ['scopes', apiKeys.scopes],
    ['last_used_at', apiKeys.lastUsed],
    ['expires_at', apiKeys.expiresAt],
    ['created_at', apiKeys.created],
    ['created_by', exports.createdBy],
    ['id', exports.id],
  ],
  audit: [
    ['occurred_at', exports.when],
    ['actor', exports.actor],
    ['role', exports.role],
    ['action', exports.action],
    ['target_type', exports.targetType],
    ['target_id', exports.target],
    ['reason', common.reason],
    ['ip', exports.address],
    ['correlation_id', outcomes.correlation],
    ['id', exports.id],
  ],
} satisfies Record<string, readonly ExportColumn[]>

/** A list that can be had as a file. */
export type ExportedList = keyof typeof EXPORT_COLUMNS

/** How a member of a filter is called, and the words of its codes. */
export const FILTER_NAMES: Readonly<Record<string, readonly [name: Text, words?: Words]>> = {
  merchantId: [merchants.name],
  status: [charges.status, { ...chargeStatus, ...caseStatus, ...deliveryStatus }],
  state: [payouts.state, { ...payoutState, open: reconciliation.open, closed: reconciliation.closed }],
  kind: [cases.kind, { ...caseKind, ...exceptionKind }],
  orderReference: [charges.order],
  q: [exports.search],
  createdFrom: [exports.from],
  createdTo: [exports.until],
  from: [exports.from],
  to: [exports.until],
  amountFromCents: [exports.atLeast],
  amountToCents: [exports.atMost],
  endpointId: [exports.endpoint],
  eventType: [deliveries.event],
  actor: [exports.actor],
  action: [exports.action],
  targetIds: [exports.target],
  text: [common.reason],
}
