import { ROLES } from './access.ts'
import { apiKeys } from './i18n/people/api-keys.ts'
import { auditAct, auditActor, auditTarget, named } from './i18n/people/audit-acts.ts'
import { cases } from './i18n/finance/cases.ts'
import { charge, charges } from './i18n/finance/charges.ts'
import { common, outcomes } from './i18n/common.ts'
import { exports } from './i18n/exports.ts'
import { reversals, statement } from './i18n/finance/finance.ts'
import { merchants } from './i18n/finance/merchants.ts'
import { permissionName } from './i18n/people/permissions.ts'
import { payouts } from './i18n/finance/payouts.ts'
import { differenceName, exceptionKind, reconciliation, remedyName } from './i18n/finance/reconciliation.ts'
import { replays, replayStatus } from './i18n/webhooks/replays.ts'
import { roles } from './i18n/shell.ts'
import { rolesPage, sessions, staff } from './i18n/people/staff.ts'
import {
  caseKind,
  caseStatus,
  chargeStatus,
  deliveryStatus,
  endpointHealthName,
  entryName,
  keyStatusName,
  payoutState,
  positionName,
} from './i18n/status.ts'
import { deliveries, errorClassName, webhooks } from './i18n/webhooks/webhooks.ts'
import type { Text } from './text.ts'

/** Translations of codes, by code. */
export type Words = Readonly<Record<string, Text>>

/** A column of an exported file: its id at the server, its heading, and the translations of its codes. */
export type ExportColumn = readonly [id: string, header: Text, words?: Words]

export const YES_NO: Words = { true: common.yes, false: common.no }

const ALLOWED: Words = { true: rolesPage.may, false: rolesPage.mayNot }
const EVERY_EVENT: Words = { all: webhooks.allEvents }

/** Names of the replay kinds. See `kindOfReplay`. */
const REPLAY_KIND_NAMES: Words = {
  missed: replays.missed,
  failed: replays.failed,
  skipped: replays.skipped,
  succeeded: replays.succeeded,
  pending: replays.all,
  all: replays.all,
  events: replays.events,
  allEvents: replays.allEvents,
}

/** Columns of an endpoint's health, shared by all lists of endpoints. */
const HEALTH_COLUMNS = [
  ['health', webhooks.health, endpointHealthName],
  ['delivered_24h', webhooks.successes24h],
  ['failed_24h', webhooks.failures24h],
  ['in_queue', webhooks.inQueue],
] as const satisfies readonly ExportColumn[]

const SESSION = [
  ['device', sessions.device],
  ['address', sessions.address],
  ['started_at', sessions.started],
  ['last_seen_at', sessions.lastSeen],
  ['id', exports.id],
] as const satisfies readonly ExportColumn[]

/** The columns of each list, in the order of its page. The id of the row comes last. */
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
    ['created_by', payouts.createdBy, auditActor],
    ['id', exports.id],
  ],
  statement: [
    ['economic_at', exports.when],
    ['entry', statement.entry, entryName],
    ['reversal', reversals.reversal, YES_NO],
    ['order_reference', charges.order],
    ['payout', statement.payout],
    ['position', statement.position, positionName],
    ['amount', statement.amount],
    ['balance_after', statement.balanceAfter],
    ['journal_id', statement.journal],
    ['line_no', exports.line],
  ],
  'reconciliation-exceptions': [
    ['kind', reconciliation.kind, exceptionKind],
    ['end_to_end_id', reconciliation.endToEnd],
    ['recorded', named(differenceName, 'recorded_cents')],
    ['network', named(differenceName, 'network_cents')],
    ['received', named(differenceName, 'received_cents')],
    ['network_status', named(differenceName, 'network_status'), { absent: reconciliation.absent }],
    ['paid_at', named(differenceName, 'paid_at')],
    ['merchant', reconciliation.merchant],
    ['opened_at', reconciliation.openedAt],
    ['state', reconciliation.state, { open: reconciliation.open, closed: reconciliation.closed }],
    ['resolution', reconciliation.resolution],
    ['remedy', reconciliation.remedy, remedyName],
    ['closed_by', reconciliation.closedBy, auditActor],
    ['closed_at', reconciliation.closedAt],
    ['id', exports.id],
  ],
  'webhook-endpoints': [
    ['url', webhooks.endpoint],
    ['events', webhooks.events, EVERY_EVENT],
    ...HEALTH_COLUMNS,
    ['last_success_at', webhooks.lastSuccess],
    ['id', exports.id],
  ],
  'webhook-fleet': [
    ['url', webhooks.endpoint],
    ['merchant', webhooks.merchant],
    ...HEALTH_COLUMNS,
    ['common_failure', webhooks.errors24h, errorClassName],
    ['lag_seconds', exports.lagSeconds],
    ['id', exports.id],
  ],
  'webhook-replays': [
    ['endpoint', webhooks.endpoint],
    ['what', replays.what, REPLAY_KIND_NAMES],
    ['from', exports.from],
    ['to', exports.until],
    ['events', webhooks.events, EVERY_EVENT],
    ['status', replays.status, replayStatus],
    ['replayed', exports.replayed],
    ['matched', exports.matched],
    ['failed', exports.replaysFailed],
    ['created_at', replays.created],
    ['finished_at', replays.ended],
    ['id', exports.id],
  ],
  'webhook-deliveries': [
    ['event', deliveries.event],
    ['status', deliveries.status, deliveryStatus],
    ['answer', deliveries.answer, errorClassName],
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
    ['created_by', exports.createdBy, auditActor],
    ['id', exports.id],
  ],
  audit: [
    ['action', exports.action, auditAct],
    ['occurred_at', exports.when],
    ['actor', exports.actor, auditActor],
    ['target_type', exports.targetType, auditTarget],
    ['target_id', exports.target],
    ['merchant', merchants.name],
    ['reason', common.reason],
    ['role', exports.role, roles],
    ['ip', exports.address],
    ['correlation_id', outcomes.correlation],
    ['id', exports.id],
  ],
  'staff-members': [
    ['name', staff.name],
    ['email', staff.email],
    ['role', staff.role, roles],
    ['state', staff.state, { active: staff.active, inactive: staff.inactive }],
    ['authenticator', staff.totp, { true: staff.totpOn, false: staff.totpOff }],
    ['last_seen_at', staff.lastSeen],
    ['id', exports.id],
  ],
  'staff-invitations': [
    ['name', staff.name],
    ['email', staff.email],
    ['role', staff.role, roles],
    ['invited_by', staff.invitedBy],
    ['expires_at', staff.expires],
    ['id', exports.id],
  ],
  'staff-sessions': SESSION,
  'own-sessions': SESSION,
  'staff-roles': [
    ['permission', rolesPage.permission, permissionName],
    ...ROLES.map((role) => [role, roles[role], ALLOWED] as const),
  ],
} satisfies Record<string, readonly ExportColumn[]>

export type ExportedList = keyof typeof EXPORT_COLUMNS
