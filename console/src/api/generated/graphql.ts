/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AttentionKind =
  | 'difference'
  | 'dispute'
  | 'endpoint_disabled'
  | 'endpoint_failing'
  | 'endpoint_paused'
  | 'evidence_to_forward'
  | 'held_payment'
  | 'issuance_stuck'
  | 'payout_reserved'
  | 'refund_failed'
  | 'return_failed';

export type AuditFilterInput = {
  action?: string | null | undefined;
  actor?: string | null | undefined;
  from?: string | null | undefined;
  merchantId?: string | null | undefined;
  /** At most 50. */
  targetIds?: Array<string> | null | undefined;
  /** A part of the reason, in any letter case. */
  text?: string | null | undefined;
  /** Exclusive. */
  to?: string | null | undefined;
};

export type BankAccountInput = {
  /** The number of the account with its check digit: 123456-7. */
  account: string;
  /** The number of the branch, with its check digit if it has one. */
  branch: string;
  /** CPF or CNPJ without punctuation. */
  holderDocument: string;
  holderName: string;
  /** The institution, 8 digits. */
  ispb: string;
  type: BankAccountType;
};

export type BankAccountType =
  | 'checking'
  | 'payment'
  | 'savings';

export type CaseKind =
  | 'block'
  | 'dispute'
  | 'held_payment'
  | 'refund';

export type CaseStatus =
  | 'open'
  | 'released'
  | 'returned';

export type ChargeAttention =
  | 'difference'
  | 'dispute_open'
  | 'dispute_returning'
  | 'held_payment'
  | 'issuance_stuck'
  | 'late_payment'
  | 'paid_after_end'
  | 'refund_failed'
  | 'refund_running'
  | 'return_failed'
  | 'return_overdue';

export type ChargeFilter = {
  /** Inclusive. */
  amountFromCents?: string | null | undefined;
  /** Inclusive. */
  amountToCents?: string | null | undefined;
  /** Inclusive. */
  createdFrom?: string | null | undefined;
  /** Exclusive. */
  createdTo?: string | null | undefined;
  /** Only charges with more than one payment. */
  duplicates?: boolean | null | undefined;
  /** Only charges with a payment that has an open exception with the network. */
  hasDifference?: boolean | null | undefined;
  /** Only charges paid after their expiry time. */
  latePayment?: boolean | null | undefined;
  merchantId?: string | null | undefined;
  /** Only charges that need attention. */
  needsAttention?: boolean | null | undefined;
  orderReference?: string | null | undefined;
  /** An order reference, an id, a document or a part of a name. */
  q?: string | null | undefined;
  status?: Array<ChargeStatus> | null | undefined;
};

export type ChargeStatus =
  | 'cancelled'
  | 'created'
  | 'expired'
  | 'failed'
  | 'paid'
  | 'partially_refunded'
  | 'pending'
  | 'refunded';

export type CreateApiKeyInput = {
  expiresAt?: string | null | undefined;
  merchantId: string;
  name: string;
  scopes: Array<string>;
};

export type CreateMerchantInput = {
  /** CPF or CNPJ without punctuation. */
  document: string;
  name: string;
  terms?: UpdateTermsInput | null | undefined;
};

export type CreatePixAccountInput = {
  appKey?: string | null | undefined;
  baseUrl: string;
  caPem?: string | null | undefined;
  /** The client certificate as PEM. */
  certificate?: string | null | undefined;
  chargeCeilingCents?: string | null | undefined;
  clientId: string;
  clientSecret?: string | null | undefined;
  environment: PixEnvironment;
  /** Up to 30 lower-case letters, digits and hyphens. */
  id: string;
  payoutCeilingCents?: string | null | undefined;
  pixKey: string;
  /** The private key of the certificate as PEM. */
  privateKey?: string | null | undefined;
  profile: string;
  tokenUrl: string;
};

export type DebtWriteOffState =
  | 'asked'
  | 'refused'
  | 'written_off';

export type DeliveryStatus =
  | 'failed'
  | 'pending'
  | 'sending'
  | 'skipped'
  | 'succeeded';

export type DisputeDecision =
  | 'accepted'
  | 'cancelled'
  | 'rejected';

export type DisputeFileScan =
  | 'clean'
  | 'not_scanned';

export type DisputePolicy =
  | 'return_what_exists'
  | 'service_advances';

export type DisputeResult =
  | 'accepted'
  | 'already_returned'
  | 'cancelled'
  | 'partly_accepted'
  | 'rejected';

export type DisputeStatus =
  | 'closed'
  | 'open'
  | 'returning';

export type EndpointStatus =
  | 'active'
  | 'disabled'
  | 'off';

export type InviteStaffInput = {
  email: string;
  name: string;
  role: StaffRole;
};

export type LedgerVerificationState =
  | 'due'
  | 'running'
  | 'scheduled';

export type MerchantBalanceFilter = {
  /** The time of the balances, by default now. Later entries do not count. */
  asOf?: string | null | undefined;
  /** The sort order, by default by name. */
  order?: MerchantOrder | null | undefined;
  /** A part of the name. */
  search?: string | null | undefined;
};

/** By name, or by an amount, largest first. */
export type MerchantOrder =
  | 'available'
  | 'blocked'
  | 'debt'
  | 'name'
  | 'total';

export type PayoutState =
  | 'given_back'
  | 'paid'
  | 'reserved'
  | 'reversed';

export type PixAccountCeilingsInput = {
  chargeCeilingCents?: string | null | undefined;
  payoutCeilingCents?: string | null | undefined;
};

export type PixAccountConnectionInput = {
  baseUrl?: string | null | undefined;
  pixKey?: string | null | undefined;
  tokenUrl?: string | null | undefined;
};

export type PixAccountCredentialsInput = {
  appKey?: string | null | undefined;
  /** The certificate authorities of the PSP as PEM. */
  caPem?: string | null | undefined;
  /** The client certificate as PEM. */
  certificate?: string | null | undefined;
  clientId?: string | null | undefined;
  clientSecret?: string | null | undefined;
  /** The private key of the certificate as PEM. */
  privateKey?: string | null | undefined;
};

/** active: receives new charges. draining: keeps only its earlier charges. off: the service does not call its PSP. */
export type PixAccountState =
  | 'active'
  | 'draining'
  | 'off';

/** Why the last call failed. */
export type PixCallFault =
  | 'access_refused'
  | 'certificate_expired'
  | 'client_certificate_refused'
  | 'error_status'
  | 'no_answer'
  | 'overloaded'
  | 'psp_certificate_refused'
  | 'token_refused';

/** ok: the PSP performed the call. refused: the PSP refused the content. absent: the PSP has no such record. unavailable: the PSP did not perform the call. unknown: the PSP may have performed the call. */
export type PixCallOutcome =
  | 'absent'
  | 'ok'
  | 'refused'
  | 'unavailable'
  | 'unknown';

export type PixEnvironment =
  | 'production'
  | 'sandbox';

export type Position =
  | 'available'
  | 'case_hold'
  | 'contract_reserve'
  | 'payout_reserved'
  | 'pending'
  | 'receivable';

export type ReconciliationDayResult =
  | 'differs'
  | 'matches'
  | 'open'
  | 'unlisted';

export type ReconciliationExceptionKind =
  | 'amount_differs'
  | 'missing_at_network'
  | 'payment_not_recorded'
  | 'return_differs'
  | 'return_not_recorded';

export type ReconciliationExceptionState =
  | 'closed'
  | 'open';

export type ReconciliationRemedy =
  | 'none'
  | 'settle_as_listed'
  | 'settle_as_recorded'
  | 'try_again';

export type RefundFeePolicy =
  | 'keep'
  | 'prorata';

export type RefundReason =
  | 'duplicate'
  | 'fraud_suspected'
  | 'order_cancelled'
  | 'other'
  | 'requested_by_customer';

export type RefundStatus =
  | 'completed'
  | 'failed'
  | 'processing';

export type RequestFilterInput = {
  apiKeyId?: string | null | undefined;
  code?: string | null | undefined;
  correlationId?: string | null | undefined;
  /** True: only calls with an error code. */
  failed?: boolean | null | undefined;
  from?: string | null | undefined;
  merchantId?: string | null | undefined;
  /** The pattern of the path. */
  route?: string | null | undefined;
  status?: number | null | undefined;
  /** Exclusive. */
  to?: string | null | undefined;
};

export type ReturnedBy =
  | 'network'
  | 'service';

export type SaveViewInput = {
  /** Id of your view to change; absent for a new view. */
  id?: string | null | undefined;
  name: string;
  page: string;
  search: string;
  sharedWith?: StaffRole | null | undefined;
};

export type SearchHitKind =
  | 'api_key'
  | 'charge'
  | 'financial_case'
  | 'journal_entry'
  | 'merchant'
  | 'payout'
  | 'refund'
  | 'webhook_delivery'
  | 'webhook_endpoint'
  | 'webhook_event';

export type SignInMethod =
  | 'local'
  | 'provider';

/** What the sign-in still needs: nothing (done), a code of the app (code), or an app (enrol). */
export type SignInNext =
  | 'code'
  | 'done'
  | 'enrol';

export type StaffRole =
  | 'admin'
  | 'auditor'
  | 'finance'
  | 'support';

/** The date that assigns a line to a period: the date of the fact, or the posting date. */
export type StatementClock =
  | 'fact'
  | 'posting';

export type StatementFilter = {
  /** The date that the period limits, and the order of the lines; by default the date of the fact. */
  clock?: StatementClock | null | undefined;
  /** Starts at this entry; newer lines are left out. */
  entry?: string | null | undefined;
  /** Inclusive; by default 30 days ago. */
  from?: string | null | undefined;
  merchantId: string;
  /** Only the lines of this position. */
  position?: Position | null | undefined;
  /** Exclusive. */
  to?: string | null | undefined;
};

export type UpdateLimitsInput = {
  /** Null removes the ceiling. */
  amountCeilingCents?: string | null | undefined;
  readRate?: number | null | undefined;
  searchRate?: number | null | undefined;
  writeRate?: number | null | undefined;
};

export type UpdateTermsInput = {
  disputePolicy?: DisputePolicy | null | undefined;
  feeFixedCents?: string | null | undefined;
  feePercentBps?: number | null | undefined;
  payoutsByService?: boolean | null | undefined;
  pixEnabled?: boolean | null | undefined;
  refundFeePolicy?: RefundFeePolicy | null | undefined;
  reserveBps?: number | null | undefined;
  reserveDays?: number | null | undefined;
  settlementDelayDays?: number | null | undefined;
};

export type WebhookDeliveryFilter = {
  /** Inclusive. */
  createdFrom?: string | null | undefined;
  /** Exclusive. */
  createdTo?: string | null | undefined;
  endpointId?: string | null | undefined;
  /** Error class of the last attempt. Matches only deliveries that did not succeed. */
  errorClass?: string | null | undefined;
  eventType?: string | null | undefined;
  merchantId: string;
  /** True: only deliveries that wait for a retry. False: only deliveries that do not wait for a retry. */
  retrying?: boolean | null | undefined;
  status?: Array<DeliveryStatus> | null | undefined;
};

export type WebhookEndpointLimits = {
  /** Parallel attempts, 1 to 16. */
  maxInFlight: number;
  /** Attempts per second, 1 to 1000. */
  ratePerSecond: number;
};

export type WebhookHistoryStep =
  | 'day'
  | 'hour';

export type WebhookReplayFilter = {
  endpointId: string;
  /** Every type when absent. */
  eventTypes?: Array<string> | null | undefined;
  /** Inclusive. Compared with the creation of the delivery or, for source events, the time of the event. */
  from: string;
  includeSucceeded?: boolean | null | undefined;
  /** Default: deliveries of the endpoint. events: all events of the merchant to which the endpoint subscribes. */
  source?: WebhookReplaySource | null | undefined;
  /** The status of the deliveries to send; by default failed and skipped. Only for source deliveries. */
  status?: WebhookReplayedStatus | null | undefined;
  /** Exclusive; at most 14 days later. */
  to: string;
};

export type WebhookReplaySource =
  | 'deliveries'
  | 'events';

export type WebhookReplayStatus =
  | 'completed'
  | 'running'
  | 'stopped';

export type WebhookReplayedStatus =
  | 'failed'
  | 'pending'
  | 'skipped'
  | 'succeeded';

export type TestAccountQueryVariables = Exact<{
  merchantId: string;
}>;


export type TestAccountQuery = { testAccount: { now: string, advancingTo: string | null, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } } | null };

export type MerchantFieldsFragment = { id: string, name: string, documentMasked: string, createdAt: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } };

export type ShownTermsFragment = { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy };

export type MerchantsQueryVariables = Exact<{ [key: string]: never; }>;


export type MerchantsQuery = { merchants: Array<{ id: string, name: string, documentMasked: string, createdAt: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } }> };

export type ReplayWebhookDeliveryMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type ReplayWebhookDeliveryMutation = { replayWebhookDelivery: { id: string, status: DeliveryStatus } };

export type StaffFieldsFragment = { id: string, email: string, name: string, role: StaffRole, permissions: Array<string>, testPermissions: Array<string>, missingPermissions: Array<{ permission: string, roles: Array<StaffRole> }> };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string>, testPermissions: Array<string>, missingPermissions: Array<{ permission: string, roles: Array<StaffRole> }> } | null };

export type SignInWaysQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInWaysQuery = { signInWays: { provider: string | null, anybodyByPassword: boolean } };

export type ProvedQueryVariables = Exact<{ [key: string]: never; }>;


export type ProvedQuery = { accountSecurity: { proved: boolean } };

export type SignInMutationVariables = Exact<{
  email: string;
  password: string;
}>;


export type SignInMutation = { signIn: { next: SignInNext, staff: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string>, testPermissions: Array<string>, missingPermissions: Array<{ permission: string, roles: Array<StaffRole> }> } | null } };

export type SignInWithCodeMutationVariables = Exact<{
  code: string;
}>;


export type SignInWithCodeMutation = { signInWithCode: { staff: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string>, testPermissions: Array<string>, missingPermissions: Array<{ permission: string, roles: Array<StaffRole> }> } | null } };

export type BeginEnrolmentMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginEnrolmentMutation = { beginEnrolment: { secret: string, uri: string } };

export type ConfirmEnrolmentMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmEnrolmentMutation = { confirmEnrolment: { recoveryCodes: Array<string>, staff: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string>, testPermissions: Array<string>, missingPermissions: Array<{ permission: string, roles: Array<StaffRole> }> } } };

export type AccountSecurityQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountSecurityQuery = { accountSecurity: { method: SignInMethod, hasTotp: boolean, needsTotp: boolean, recoveryCodesLeft: number, identities: Array<{ issuer: string, subject: string, linkedAt: string }> } };

export type UnlinkMyIdentityMutationVariables = Exact<{
  issuer: string;
}>;


export type UnlinkMyIdentityMutation = { unlinkMyIdentity: boolean };

export type StepUpMutationVariables = Exact<{
  code: string;
}>;


export type StepUpMutation = { stepUp: boolean };

export type BeginTotpMutationVariables = Exact<{
  password: string;
}>;


export type BeginTotpMutation = { beginTotp: { secret: string, uri: string } };

export type ConfirmTotpMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmTotpMutation = { confirmTotp: { recoveryCodes: Array<string> } };

export type RenewRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: Array<string> };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  password: string;
}>;


export type ChangePasswordMutation = { changePassword: boolean };

export type ExtendSessionMutationVariables = Exact<{ [key: string]: never; }>;


export type ExtendSessionMutation = { extendSession: boolean };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };

export type MySessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type MySessionsQuery = { mySessions: Array<{ id: string, startedAt: string, lastSeenAt: string, ip: string | null, userAgent: string | null, current: boolean }> };

export type EndMySessionMutationVariables = Exact<{
  id: string;
}>;


export type EndMySessionMutation = { endMySession: boolean };

export type EndMyOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndMyOtherSessionsMutation = { endMyOtherSessions: number };

export type ApiKeyFieldsFragment = { id: string, name: string, prefix: string, scopes: Array<string>, expiresAt: string | null, createdAt: string, revokedAt: string | null, lastUsedAt: string | null, createdBy: string };

export type ApiKeysQueryVariables = Exact<{
  merchantId: string;
}>;


export type ApiKeysQuery = { apiKeys: Array<{ id: string, name: string, prefix: string, scopes: Array<string>, expiresAt: string | null, createdAt: string, revokedAt: string | null, lastUsedAt: string | null, createdBy: string }> };

export type ApiKeyScopesQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeyScopesQuery = { apiKeyScopes: Array<string> };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { key: string, apiKey: { id: string, name: string } } };

export type CreateTestKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateTestKeyMutation = { createApiKey: { key: string, apiKey: { id: string, name: string } } };

export type RevokeApiKeyMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string, name: string, prefix: string, scopes: Array<string>, expiresAt: string | null, createdAt: string, revokedAt: string | null, lastUsedAt: string | null, createdBy: string } };

export type AuditFieldsFragment = { id: string, occurredAt: string, actor: string, actorName: string, role: string | null, action: string, targetType: string, targetId: string | null, reason: string | null, target: { name: string, chargeId: string | null } | null, merchant: { id: string, name: string } | null, changes: Array<{ field: string, before: string | null, after: string | null, beforeName: string | null, afterName: string | null }> };

export type AuditEntriesQueryVariables = Exact<{
  filter?: AuditFilterInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type AuditEntriesQuery = { auditEntries: { totalCount?: number, nodes: Array<{ id: string, occurredAt: string, actor: string, actorName: string, role: string | null, action: string, targetType: string, targetId: string | null, reason: string | null, target: { name: string, chargeId: string | null } | null, merchant: { id: string, name: string } | null, changes: Array<{ field: string, before: string | null, after: string | null, beforeName: string | null, afterName: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AuditEntryQueryVariables = Exact<{
  id: string;
}>;


export type AuditEntryQuery = { auditEntry: { ip: string | null, userAgent: string | null, correlationId: string, id: string, occurredAt: string, actor: string, actorName: string, role: string | null, action: string, targetType: string, targetId: string | null, reason: string | null, target: { name: string, chargeId: string | null } | null, merchant: { id: string, name: string } | null, changes: Array<{ field: string, before: string | null, after: string | null, beforeName: string | null, afterName: string | null }> } | null };

export type AuditChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditChoicesQuery = { auditActions: Array<string>, staffMembers: Array<{ id: string, name: string }> };

export type BalanceQueryVariables = Exact<{
  merchantId: string;
}>;


export type BalanceQuery = { balance: { merchantId: string, currency: string, pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, totalCents: string, owedToServiceCents: string, availableForPayoutCents: string, payoutsSuspended: boolean, asOf: string, suspensionReasons: Array<{ code: string, message: string, since: string, caseId: string | null }> } };

export type BalanceAtQueryVariables = Exact<{
  merchantId: string;
  asOf: string;
}>;


export type BalanceAtQuery = { balanceAt: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string } };

export type BalanceHistoryQueryVariables = Exact<{
  merchantId: string;
  from: string;
  to: string;
  zone: string;
}>;


export type BalanceHistoryQuery = { balanceHistory: Array<{ day: string, asOf: string, pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string }> };

export type ReserveScheduleQueryVariables = Exact<{
  merchantId: string;
  zone: string;
}>;


export type ReserveScheduleQuery = { reserveSchedule: { laterFrom: string | null, laterCents: string, releases: Array<{ day: string, amountCents: string, chargesCount: number }> } };

export type DisputeFieldsFragment = { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null };

export type CaseFieldsFragment = { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, isReturnOverdue: boolean, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null };

export type CasesQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  kind?: Array<CaseKind> | CaseKind | null | undefined;
  status?: Array<CaseStatus> | CaseStatus | null | undefined;
  hasException?: boolean | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type CasesQuery = { cases: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, isReturnOverdue: boolean, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CaseQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type CaseQuery = { financialCase: { heldBecause: string | null, payerName: string | null, id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, isReturnOverdue: boolean, dispute: { evidenceForwardedAt: string | null, evidenceForwardedByName: string | null, origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null, files: Array<{ id: string, name: string, mediaType: string, sizeBytes: number, scan: DisputeFileScan, evidencePosition: number | null, createdAt: string }> } | null, merchant: { id: string, name: string } } };

export type MarkEvidenceForwardedMutationVariables = Exact<{
  merchantId: string;
  caseId: string;
  evidenceAt: string;
}>;


export type MarkEvidenceForwardedMutation = { markDisputeEvidenceForwarded: { id: string } };

export type DecideDisputeMutationVariables = Exact<{
  merchantId: string;
  caseId: string;
  decision: DisputeDecision;
  reason: string;
  amountCents?: string | null | undefined;
  returnedBy?: ReturnedBy | null | undefined;
}>;


export type DecideDisputeMutation = { decideDispute: { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, isReturnOverdue: boolean, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null } };

export type SubmitDisputeEvidenceMutationVariables = Exact<{
  merchantId: string;
  caseId: string;
  evidence: string;
}>;


export type SubmitDisputeEvidenceMutation = { submitDisputeEvidence: { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, isReturnOverdue: boolean, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null } };

export type RetryReturnMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type RetryReturnMutation = { retryReturn: { id: string } };

export type AttemptFieldsFragment = { n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } };

export type DeliveryFieldsFragment = { id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, endpointStatus: EndpointStatus, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, endpointPausedUntil: string | null, createdAt: string, finishedAt: string | null, retry: { attempt: number, attemptsMax: number } | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> };

export type ChargeQueryVariables = Exact<{
  id: string;
}>;


export type ChargeQuery = { charge: { id: string, merchantId: string, orderReference: string, amountCents: string, currency: string, description: string | null, status: ChargeStatus, feePercentBps: number, feeFixedCents: string, feeCents: string | null, netCents: string | null, reserveCents: string | null, refundedCents: string, expiresAt: string | null, paidAt: string | null, latePayment: boolean, attention: Array<ChargeAttention>, createdAt: string, updatedAt: string, endToEndId: string | null, paymentsCount: number, refundableCents: string, correlationIds: Array<string>, failureText: readonly [ptBr: string, en: string] | null, payerName: string | null, payerDocumentMasked: string | null, refundRefusal: string | null, merchant: { id: string, name: string, documentMasked: string }, pix: { qrCodePayload: string | null, txid: string | null, expiresAt: string | null } | null, refunds: Array<{ id: string, amountCents: string, status: RefundStatus, reason: RefundReason | null, description: string | null, requestedAt: string, completedAt: string | null, failureText: readonly [ptBr: string, en: string] | null, returnId: string | null }>, cases: Array<{ id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, isReturnOverdue: boolean, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null }>, payments: Array<{ id: string, endToEndId: string, amountCents: string, classification: string, paidAt: string, recordedAt: string, settledAt: string | null, difference: ReconciliationExceptionState | null, disputeRefusal: string | null, differenceAmounts: { recordedCents: string, networkCents: string } | null }>, journalLines: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, reversesId: string | null, reversedById: string | null }>, events: Array<{ id: string, type: string, createdAt: string, body: string, outcome: { succeeded: number, pending: number, failed: number }, deliveries: Array<{ id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, endpointStatus: EndpointStatus, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, endpointPausedUntil: string | null, createdAt: string, finishedAt: string | null, retry: { attempt: number, attemptsMax: number } | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> }> | null }>, timeline: Array<{ at: string, kind: string, amountCents: string | null, detail: string | null, journalId: string | null, caseId: string | null, payoutId: string | null, actor: { kind: string, name: string | null } | null, notification: { eventTypes: Array<string>, succeeded: number, pending: number, failed: number, attempts: number, lastAt: string | null, lastStatusCode: number | null, lastError: string | null, endpoints: Array<{ endpointId: string, url: string | null, succeeded: number, pending: number, failed: number, attempts: number, lastAt: string | null, lastStatusCode: number | null, lastError: string | null }> } | null }>, expectedSale: { feeCents: string, netCents: string, reserveCents: string } | null, proceeds: { feeCents: string, payableCents: string, pendingCents: string, availableAt: string, settledAt: string | null, reserveCents: string, reserveReleasedAt: string, blockedCents: string, availableCents: string, becameAvailableAt: string | null, awaitingPayoutCents: string, payoutObstacles: Array<{ code: string, since: string | null, caseId: string | null, case: { amountCents: string, chargeId: string | null, orderReference: string | null } | null }>, paidOut: Array<{ payoutId: string, reference: string, paidAt: string, amountCents: string }> } | null } | null };

export type HoldEffectFieldsFragment = { fromPendingCents: string, fromAvailableCents: string, fromReserveCents: string, fromFeeCents: string, shortCents: string };

export type RefundPreviewQueryVariables = Exact<{
  chargeId: string;
  amountCents?: string | null | undefined;
}>;


export type RefundPreviewQuery = { charge: { id: string, refundPreview: { refusal: string | null, amountCents: string, effect: { fromPendingCents: string, fromAvailableCents: string, fromReserveCents: string, fromFeeCents: string, shortCents: string } | null } } | null };

export type DisputePreviewQueryVariables = Exact<{
  chargeId: string;
}>;


export type DisputePreviewQuery = { charge: { id: string, payments: Array<{ id: string, endToEndId: string, disputePreview: { amountCents: string, effect: { fromPendingCents: string, fromAvailableCents: string, fromReserveCents: string, fromFeeCents: string, shortCents: string } | null } }> } | null };

export type RefundFieldsFragment = { id: string, amountCents: string, status: RefundStatus, reason: RefundReason | null, description: string | null, requestedAt: string, completedAt: string | null, failureText: readonly [ptBr: string, en: string] | null, returnId: string | null };

export type RequestRefundMutationVariables = Exact<{
  merchantId: string;
  chargeId: string;
  amountCents?: string | null | undefined;
  reason?: RefundReason | null | undefined;
  description?: string | null | undefined;
  idempotencyKey: string;
}>;


export type RequestRefundMutation = { requestRefund: { replayed: boolean, refund: { id: string, amountCents: string, status: RefundStatus, reason: RefundReason | null, description: string | null, requestedAt: string, completedAt: string | null, failureText: readonly [ptBr: string, en: string] | null, returnId: string | null } } };

export type CancelChargeMutationVariables = Exact<{
  merchantId: string;
  chargeId: string;
}>;


export type CancelChargeMutation = { cancelCharge: { id: string, status: ChargeStatus } };

export type OpenDisputeMutationVariables = Exact<{
  merchantId: string;
  endToEndId: string;
  nature: string;
  amountCents?: string | null | undefined;
  description?: string | null | undefined;
}>;


export type OpenDisputeMutation = { openDispute: { id: string } };

export type ChargeRowFragment = { id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, attention: Array<ChargeAttention>, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } };

export type ChargesQueryVariables = Exact<{
  filter?: ChargeFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type ChargesQuery = { charges: { totalCount?: number, nodes: Array<{ id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, attention: Array<ChargeAttention>, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PositionsFieldsFragment = { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string };

export type HomeQueryVariables = Exact<{
  zone: string;
  merchantId?: string | null | undefined;
}>;


export type HomeQuery = { home: { attention: Array<{ kind: AttentionKind, id: string, merchantId: string, chargeId: string | null, label: string | null, amountCents: string | null, dueAt: string | null, since: string, merchant: { id: string, name: string } }>, attentionCounts: Array<{ kind: AttentionKind, count: number }>, support: { deliveryLagSeconds: number | null, failingEndpoints: number | null, openDisputes: number, evidenceToForward: number, chargesToday: { created: number, createdCents: string, paid: number, paidCents: string }, chargesLastWeek: { created: number, createdCents: string, paid: number, paidCents: string }, mostDelayed: { merchant: { id: string, name: string } } | null } | null, finance: { suspendedCount: number, positions: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, today: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, sameDayLastWeek: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, sevenDays: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, lastPayouts: Array<{ id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null }>, suspendedMerchants: Array<{ merchantId: string, codes: Array<string>, merchant: { id: string, name: string } }>, ledgerVerdict: { sound: boolean, checkedNothing: boolean, finishedAt: string, entriesCount: number, findingsCount: number } | null } | null } };

export type InvitationOfferQueryVariables = Exact<{
  token: string;
}>;


export type InvitationOfferQuery = { invitation: { email: string, name: string, role: StaffRole, expiresAt: string } | null };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
  password: string;
}>;


export type AcceptInvitationMutation = { acceptInvitation: boolean };

export type PasswordOfferQueryVariables = Exact<{
  token: string;
}>;


export type PasswordOfferQuery = { passwordOffer: { email: string, name: string } | null };

export type SetPasswordByLinkMutationVariables = Exact<{
  token: string;
  password: string;
}>;


export type SetPasswordByLinkMutation = { setPasswordByLink: boolean };

export type TermsFieldsFragment = { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy, disputePolicy: DisputePolicy, payoutsByService: boolean, payoutsSuspended: boolean, amountCeilingCents: string | null, readRate: number, writeRate: number, searchRate: number };

export type BankAccountFieldsFragment = { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string, type: BankAccountType, holderName: string, holderDocumentMasked: string, createdAt: string };

export type PositionAmountsFragment = { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string };

export type MerchantListQueryVariables = Exact<{
  filter?: MerchantBalanceFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type MerchantListQuery = { merchantBalances: { totalCount?: number, nodes: Array<{ id: string, merchant: { id: string, name: string, documentMasked: string, createdAt: string, suspensionCodes: Array<string>, terms: { feePercentBps: number, feeFixedCents: string } }, positions: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MerchantTotalsQueryVariables = Exact<{
  filter?: MerchantBalanceFilter | null | undefined;
}>;


export type MerchantTotalsQuery = { merchantBalances: { totalCount: number, totals: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string } | null } };

export type LedgerSumQueryVariables = Exact<{
  asOf: string;
}>;


export type LedgerSumQuery = { ledgerSum: { asOf: string, merchantsCents: string, serviceCents: string, linesCents: string, linesCount: number } };

export type MerchantFiguresQueryVariables = Exact<{
  merchantId: string;
}>;


export type MerchantFiguresQuery = { balance: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, heldForPayersCents: string, payoutReservedCents: string, owedToServiceCents: string, asOf: string, suspensionReasons: Array<{ code: string, message: string, since: string, caseId: string | null }> } };

export type MerchantKeysQueryVariables = Exact<{
  merchantId: string;
}>;


export type MerchantKeysQuery = { apiKeys: Array<{ id: string, scopes: Array<string>, expiresAt: string | null, revokedAt: string | null }> };

export type CreateMerchantMutationVariables = Exact<{
  merchant: CreateMerchantInput;
  idempotencyKey: string;
}>;


export type CreateMerchantMutation = { createMerchant: { id: string, name: string } };

export type MerchantQueryVariables = Exact<{
  id: string;
}>;


export type MerchantQuery = { merchant: { id: string, name: string, documentMasked: string, environment: string, createdAt: string, suspensionCodes: Array<string>, pixAccountIds: Array<string>, payoutHold: { heldBy: string, heldAt: string, reason: string } | null, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy, disputePolicy: DisputePolicy, payoutsByService: boolean, payoutsSuspended: boolean, amountCeilingCents: string | null, readRate: number, writeRate: number, searchRate: number, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string, type: BankAccountType, holderName: string, holderDocumentMasked: string, createdAt: string } | null }, termsHistory: Array<{ version: number, validFrom: string, changedBy: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy, disputePolicy: DisputePolicy, payoutsByService: boolean, payoutsSuspended: boolean, amountCeilingCents: string | null, readRate: number, writeRate: number, searchRate: number, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string, type: BankAccountType, holderName: string, holderDocumentMasked: string, createdAt: string } | null } }> } };

export type UpdateTermsMutationVariables = Exact<{
  merchantId: string;
  terms: UpdateTermsInput;
}>;


export type UpdateTermsMutation = { updateTerms: { id: string } };

export type UpdateLimitsMutationVariables = Exact<{
  merchantId: string;
  limits: UpdateLimitsInput;
}>;


export type UpdateLimitsMutation = { updateLimits: { id: string } };

export type DebtWriteOffsQueryVariables = Exact<{
  merchantId: string;
}>;


export type DebtWriteOffsQuery = { balance: { owedToServiceCents: string }, debtWriteOffs: Array<{ id: string, merchantId: string, state: DebtWriteOffState, amountCents: string, reason: string, askedAt: string, askedBy: string, decidedAt: string | null, decidedBy: string | null, note: string | null, journalId: string | null, reversed: boolean, askedByMe: boolean }> };

export type AskDebtWriteOffMutationVariables = Exact<{
  merchantId: string;
  amountCents: string;
  reason: string;
}>;


export type AskDebtWriteOffMutation = { askDebtWriteOff: { id: string } };

export type AgreeToDebtWriteOffMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type AgreeToDebtWriteOffMutation = { agreeToDebtWriteOff: { id: string } };

export type RefuseDebtWriteOffMutationVariables = Exact<{
  merchantId: string;
  id: string;
  reason: string;
}>;


export type RefuseDebtWriteOffMutation = { refuseDebtWriteOff: { id: string } };

export type ReverseJournalEntryMutationVariables = Exact<{
  merchantId: string;
  journalId: string;
  reason: string;
}>;


export type ReverseJournalEntryMutation = { reverseJournalEntry: string };

export type SetBankAccountMutationVariables = Exact<{
  merchantId: string;
  account?: BankAccountInput | null | undefined;
}>;


export type SetBankAccountMutation = { setBankAccount: { id: string } };

export type RevealBankAccountMutationVariables = Exact<{
  merchantId: string;
  reason: string;
}>;


export type RevealBankAccountMutation = { revealBankAccount: { ispb: string, branch: string, account: string, type: BankAccountType, holderName: string, holderDocument: string } };

export type SuspendPayoutsMutationVariables = Exact<{
  merchantId: string;
  reason: string;
}>;


export type SuspendPayoutsMutation = { suspendPayouts: { id: string } };

export type ResumePayoutsMutationVariables = Exact<{
  merchantId: string;
  reason: string;
}>;


export type ResumePayoutsMutation = { resumePayouts: { id: string } };

export type AssignablePixAccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type AssignablePixAccountsQuery = { pixAccounts: Array<{ id: string, state: PixAccountState }> };

export type AssignPixAccountsMutationVariables = Exact<{
  merchantId: string;
  accountIds: Array<string> | string;
}>;


export type AssignPixAccountsMutation = { assignPixAccounts: Array<string> };

export type PayoutFieldsFragment = { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null };

export type PayoutsQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  state?: Array<PayoutState> | PayoutState | null | undefined;
  paidFrom?: string | null | undefined;
  paidTo?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type PayoutsQuery = { payouts: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string, suspensionCodes: Array<string> }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PayoutHistoryQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  from: string;
  to: string;
  zone: string;
}>;


export type PayoutHistoryQuery = { payoutHistory: Array<{ day: string, paidCents: string, paid: number, reversedCents: string }> };

export type PayoutQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type PayoutQuery = { payout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, changes: Array<{ kind: string, at: string, by: string }>, totals: Array<{ entryType: string, caseKind: string | null, linesCount: number, amountCents: string }> | null, journalLines: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, reversesId: string | null, reversedById: string | null, caseId: string | null, payoutId: string | null, charge: { id: string, orderReference: string, endToEndId: string | null } | null }>, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } };

export type PayoutLinesQueryVariables = Exact<{
  merchantId: string;
  payoutId: string;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type PayoutLinesQuery = { payoutLines: { totalCount?: number, nodes: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, postedAt: string, amountCents: string, lineAmountCents: string, grossCents: string | null, feeCents: string | null, netCents: string | null, reversesId: string | null, charge: { id: string, orderReference: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PayoutRoomQueryVariables = Exact<{
  merchantId: string;
}>;


export type PayoutRoomQuery = { balance: { availableCents: string, payoutsSuspended: boolean, suspensionReasons: Array<{ code: string, message: string, since: string, caseId: string | null }> }, merchant: { id: string, name: string, payoutHold: { heldBy: string, heldAt: string, reason: string } | null, terms: { bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } } };

export type RecordPayoutMutationVariables = Exact<{
  merchantId: string;
  amountCents: string;
  externalReference: string;
  paidAt: string;
  forceReason?: string | null | undefined;
}>;


export type RecordPayoutMutation = { recordPayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } };

export type ReservePayoutMutationVariables = Exact<{
  merchantId: string;
  amountCents: string;
  forceReason?: string | null | undefined;
  idempotencyKey: string;
}>;


export type ReservePayoutMutation = { reservePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } };

export type SettlePayoutMutationVariables = Exact<{
  merchantId: string;
  id: string;
  externalReference: string;
  paidAt: string;
}>;


export type SettlePayoutMutation = { settlePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } };

export type ReleasePayoutMutationVariables = Exact<{
  merchantId: string;
  id: string;
  reason: string;
}>;


export type ReleasePayoutMutation = { releasePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } };

export type ReversePayoutMutationVariables = Exact<{
  merchantId: string;
  id: string;
  reason: string;
}>;


export type ReversePayoutMutation = { reversePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, bankName: string | null, branch: string, accountMasked: string } | null } };

export type PixAccountFieldsFragment = { id: string, profile: string, environment: PixEnvironment, state: PixAccountState, baseUrl: string | null, tokenUrl: string | null, pixKey: string | null, chargeCeilingCents: string | null, payoutCeilingCents: string | null, certificateEndsAt: string | null, lastCallAt: string | null, volumeTodayCents: string, unsettledCents: string, operations: Array<{ operation: string, callsCount: number, failedCount: number, lastCallAt: string, lastOutcome: PixCallOutcome | null }>, reports: Array<{ process: string, avoidedSince: string | null, breakerOpenSince: string | null, fault: PixCallFault | null, faultSince: string | null }> };

export type PixAccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type PixAccountsQuery = { pixProfiles: Array<string>, pixAccounts: Array<{ id: string, profile: string, environment: PixEnvironment, state: PixAccountState, baseUrl: string | null, tokenUrl: string | null, pixKey: string | null, chargeCeilingCents: string | null, payoutCeilingCents: string | null, certificateEndsAt: string | null, lastCallAt: string | null, volumeTodayCents: string, unsettledCents: string, operations: Array<{ operation: string, callsCount: number, failedCount: number, lastCallAt: string, lastOutcome: PixCallOutcome | null }>, reports: Array<{ process: string, avoidedSince: string | null, breakerOpenSince: string | null, fault: PixCallFault | null, faultSince: string | null }> }> };

export type SetPixAccountStateMutationVariables = Exact<{
  accountId: string;
  state: PixAccountState;
}>;


export type SetPixAccountStateMutation = { setPixAccountState: { id: string, state: PixAccountState } };

export type SetPixAccountCeilingsMutationVariables = Exact<{
  accountId: string;
  ceilings: PixAccountCeilingsInput;
}>;


export type SetPixAccountCeilingsMutation = { setPixAccountCeilings: { id: string } };

export type CreatePixAccountMutationVariables = Exact<{
  account: CreatePixAccountInput;
}>;


export type CreatePixAccountMutation = { createPixAccount: { id: string } };

export type ReplacePixAccountSecretsMutationVariables = Exact<{
  accountId: string;
  secrets: PixAccountCredentialsInput;
}>;


export type ReplacePixAccountSecretsMutation = { replacePixAccountSecrets: { id: string } };

export type ChangePixAccountConnectionMutationVariables = Exact<{
  accountId: string;
  connection: PixAccountConnectionInput;
}>;


export type ChangePixAccountConnectionMutation = { changePixAccountConnection: { id: string } };

export type ReconciliationExceptionsQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  state?: ReconciliationExceptionState | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type ReconciliationExceptionsQuery = { reconciliationExceptions: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, kind: ReconciliationExceptionKind, state: ReconciliationExceptionState, endToEndId: string, chargeId: string | null, recordedCents: string | null, networkCents: string | null, openedAt: string, checkedAt: string, closedAt: string | null, closedBy: string | null, resolution: string | null, remedy: ReconciliationRemedy | null, leftUnsettled: boolean, merchant: { id: string, name: string }, details: Array<{ name: string, value: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ReconciliationTotalsQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  state?: ReconciliationExceptionState | null | undefined;
}>;


export type ReconciliationTotalsQuery = { reconciliationTotals: { recordedCents: string, networkCents: string, networkOnlyCents: string, recordsOnlyCents: string, count: number, isPartial: boolean } };

export type LedgerVerdictQueryVariables = Exact<{ [key: string]: never; }>;


export type LedgerVerdictQuery = { ledgerVerification: LedgerVerificationState, ledgerVerdict: { id: string, sound: boolean, checkedNothing: boolean, startedAt: string, finishedAt: string, requestedBy: string, merchantsCount: number, entriesCount: number, findingsCount: number, findings: Array<{ invariant: number, name: string, what: string, merchantId: string | null, journalId: string | null }> } | null };

export type CloseReconciliationExceptionMutationVariables = Exact<{
  merchantId: string;
  id: string;
  resolution: string;
  remedy: ReconciliationRemedy;
}>;


export type CloseReconciliationExceptionMutation = { closeReconciliationException: { id: string } };

export type RequestLedgerVerificationMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestLedgerVerificationMutation = { requestLedgerVerification: LedgerVerificationState };

export type ComparedSumsFragment = { recordedCount: number, recordedCents: string, networkCents: string, confirmedCount: number, laterCount: number, laterCents: string };

export type ReconciliationDayQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  date: string;
}>;


export type ReconciliationDayQuery = { reconciliationDay: { result: ReconciliationDayResult, openCount: number, openIds: Array<string>, closedCount: number, payments: { recordedCount: number, recordedCents: string, networkCents: string, confirmedCount: number, laterCount: number, laterCents: string }, returns: { recordedCount: number, recordedCents: string, networkCents: string, confirmedCount: number, laterCount: number, laterCents: string }, payouts: { count: number, payoutCents: string, journalCents: string } } };

export type RequestFieldsFragment = { id: string, startedAt: string, method: string, route: string, queryNames: Array<string>, status: number, code: string | null, reason: string | null, durationMs: number, idempotency: string | null, apiKeyName: string | null, fields: Array<{ path: string, code: string }>, merchant: { id: string, name: string } | null };

export type RequestsQueryVariables = Exact<{
  filter?: RequestFilterInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type RequestsQuery = { requests: { totalCount?: number, nodes: Array<{ id: string, startedAt: string, method: string, route: string, queryNames: Array<string>, status: number, code: string | null, reason: string | null, durationMs: number, idempotency: string | null, apiKeyName: string | null, fields: Array<{ path: string, code: string }>, merchant: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RequestFailuresQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  from: string;
}>;


export type RequestFailuresQuery = { requestFailures: { count: number, isPartial: boolean, codes: Array<{ code: string, count: number, lastAt: string }> } };

export type KeyCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyCountsQuery = { merchants: Array<{ id: string, activeApiKeys: number | null }> };

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { search: Array<{ kind: SearchHitKind, id: string, merchantId: string, title: string | null, detail: string | null, amountCents: string | null, path: string, merchant: { id: string, name: string } }> };

export type StatementLineFragment = { merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, reversesId: string | null, reversedById: string | null, caseId: string | null, payoutId: string | null, charge: { id: string, orderReference: string, endToEndId: string | null } | null };

export type StatementQueryVariables = Exact<{
  filter: StatementFilter;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type StatementQuery = { statement: { totalCount?: number, asOf: string, nodes: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, reversesId: string | null, reversedById: string | null, caseId: string | null, payoutId: string | null, charge: { id: string, orderReference: string, endToEndId: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StatementPositionsFragment = { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string };

export type StatementSummaryQueryVariables = Exact<{
  merchantId: string;
  clock: StatementClock;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type StatementSummaryQuery = { statementSummary: { clock: StatementClock, from: string, to: string | null, feesCents: string | null, opening: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string } | null, closing: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string } | null, totals: Array<{ entryType: string, position: Position, linesCount: number, amountCents: string }> } };

export type MemberFieldsFragment = { id: string, name: string, email: string, role: StaffRole, disabledAt: string | null, hasTotp: boolean, lastSeenAt: string | null, createdAt: string };

export type InvitationFieldsFragment = { id: string, name: string, email: string, role: StaffRole, invitedBy: string, createdAt: string, expiresAt: string };

export type StaffMembersQueryVariables = Exact<{ [key: string]: never; }>;


export type StaffMembersQuery = { staffMembers: Array<{ id: string, name: string, email: string, role: StaffRole, disabledAt: string | null, hasTotp: boolean, lastSeenAt: string | null, createdAt: string }> };

export type StaffMemberQueryVariables = Exact<{
  id: string;
}>;


export type StaffMemberQuery = { staffMember: { id: string, name: string, email: string, role: StaffRole, disabledAt: string | null, hasTotp: boolean, lastSeenAt: string | null, createdAt: string, identities: Array<{ issuer: string, subject: string, linkedAt: string }>, sessions: Array<{ id: string, startedAt: string, lastSeenAt: string, ip: string | null, userAgent: string | null, current: boolean }> } };

export type StaffInvitationsQueryVariables = Exact<{ [key: string]: never; }>;


export type StaffInvitationsQuery = { staffInvitations: Array<{ id: string, name: string, email: string, role: StaffRole, invitedBy: string, createdAt: string, expiresAt: string }> };

export type StaffRolesQueryVariables = Exact<{ [key: string]: never; }>;


export type StaffRolesQuery = { staffRoles: Array<{ role: StaffRole, permissions: Array<string> }> };

export type InviteStaffMutationVariables = Exact<{
  input: InviteStaffInput;
}>;


export type InviteStaffMutation = { inviteStaff: { token: string, invitation: { id: string } } };

export type WithdrawInvitationMutationVariables = Exact<{
  id: string;
}>;


export type WithdrawInvitationMutation = { withdrawInvitation: boolean };

export type ChangeStaffRoleMutationVariables = Exact<{
  id: string;
  role: StaffRole;
  reason: string;
}>;


export type ChangeStaffRoleMutation = { changeStaffRole: { id: string, role: StaffRole } };

export type DeactivateStaffMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type DeactivateStaffMutation = { deactivateStaff: { id: string, disabledAt: string | null } };

export type ReactivateStaffMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type ReactivateStaffMutation = { reactivateStaff: { id: string, disabledAt: string | null } };

export type ResetStaffTotpMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type ResetStaffTotpMutation = { resetStaffTotp: boolean };

export type EndStaffSessionMutationVariables = Exact<{
  staffId: string;
  id: string;
}>;


export type EndStaffSessionMutation = { endStaffSession: boolean };

export type OfferStaffPasswordMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type OfferStaffPasswordMutation = { offerStaffPassword: { token: string } };

export type UnlinkStaffIdentityMutationVariables = Exact<{
  id: string;
  issuer: string;
  reason: string;
}>;


export type UnlinkStaffIdentityMutation = { unlinkStaffIdentity: boolean };

export type ReplayFieldsFragment = { id: string, merchantId: string, endpointId: string, source: WebhookReplaySource, eventTypes: Array<string>, deliveryStatus: WebhookReplayedStatus | null, fromAt: string, toAt: string, includeSucceeded: boolean, status: WebhookReplayStatus, matched: number, queued: number, done: number, failed: number, createdAt: string, finishedAt: string | null };

export type WebhookReplaysQueryVariables = Exact<{
  merchantId: string;
  endpointId?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type WebhookReplaysQuery = { webhookReplays: { totalCount?: number, nodes: Array<{ startedBy: string | null, id: string, merchantId: string, endpointId: string, source: WebhookReplaySource, eventTypes: Array<string>, deliveryStatus: WebhookReplayedStatus | null, fromAt: string, toAt: string, includeSucceeded: boolean, status: WebhookReplayStatus, matched: number, queued: number, done: number, failed: number, createdAt: string, finishedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookReplayQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookReplayQuery = { webhookReplay: { id: string, merchantId: string, endpointId: string, source: WebhookReplaySource, eventTypes: Array<string>, deliveryStatus: WebhookReplayedStatus | null, fromAt: string, toAt: string, includeSucceeded: boolean, status: WebhookReplayStatus, matched: number, queued: number, done: number, failed: number, createdAt: string, finishedAt: string | null } };

export type PreviewReplayMutationVariables = Exact<{
  merchantId: string;
  filter: WebhookReplayFilter;
}>;


export type PreviewReplayMutation = { replayWebhooks: { matched: number, exceedsLimit: boolean, period: { succeeded: number, waiting: number, missed: number } | null } };

export type StartReplayMutationVariables = Exact<{
  merchantId: string;
  endpointId: string;
  enable: boolean;
  filter: WebhookReplayFilter;
  reason: string;
}>;


export type StartReplayMutation = { enableWebhookEndpoint?: { id: string }, replayWebhooks: { matched: number, replay: { id: string } | null } };

export type EndpointFieldsFragment = { id: string, merchantId: string, url: string, description: string | null, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disableAt: string | null, disabledAt: string | null, disabledBy: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, lagSeconds: number, nextAttemptAt: string | null } };

export type WebhookEndpointsQueryVariables = Exact<{
  merchantId: string;
}>;


export type WebhookEndpointsQuery = { webhookEndpoints: Array<{ id: string, merchantId: string, url: string, description: string | null, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disableAt: string | null, disabledAt: string | null, disabledBy: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, errors24h: Array<{ errorClass: string, attempts: number }>, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, lagSeconds: number, nextAttemptAt: string | null } }> };

export type EndpointPerformanceFragment = { windows: Array<{ hours: number, succeeded: number, failed: number, p50Ms: number | null, p95Ms: number | null }>, errors24h: Array<{ errorClass: string, attempts: number }> };

export type WebhookEndpointQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookEndpointQuery = { webhookEndpoint: { lastErrorClass: string | null, lastErrorStatus: number | null, id: string, merchantId: string, url: string, description: string | null, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disableAt: string | null, disabledAt: string | null, disabledBy: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, merchant: { id: string, name: string }, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, lagSeconds: number, nextAttemptAt: string | null }, windows: Array<{ hours: number, succeeded: number, failed: number, p50Ms: number | null, p95Ms: number | null }>, errors24h: Array<{ errorClass: string, attempts: number }> } | null };

export type WebhookEndpointHistoryQueryVariables = Exact<{
  merchantId: string;
  endpointId: string;
  from: string;
  to: string;
  zone: string;
  step: WebhookHistoryStep;
}>;


export type WebhookEndpointHistoryQuery = { webhookEndpointHistory: Array<{ from: string, succeeded: number, failed: number, p50Ms: number | null, p95Ms: number | null }> };

export type DeliveryRowFragment = { id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, endpointStatus: EndpointStatus, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, endpointPausedUntil: string | null, createdAt: string, finishedAt: string | null, charge: { id: string, orderReference: string } | null, retry: { attempt: number, attemptsMax: number } | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter: WebhookDeliveryFilter;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, endpointStatus: EndpointStatus, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, endpointPausedUntil: string | null, createdAt: string, finishedAt: string | null, charge: { id: string, orderReference: string } | null, retry: { attempt: number, attemptsMax: number } | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookEventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookEventTypesQuery = { webhookEventTypes: Array<string> };

export type RegisterWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  url: string;
  eventTypes: Array<string> | string;
  description?: string | null | undefined;
}>;


export type RegisterWebhookEndpointMutation = { registerWebhookEndpoint: { signingSecret: string, endpoint: { id: string } } };

export type TurnOffWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type TurnOffWebhookEndpointMutation = { turnOffWebhookEndpoint: { id: string, merchantId: string, url: string, description: string | null, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disableAt: string | null, disabledAt: string | null, disabledBy: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, lagSeconds: number, nextAttemptAt: string | null } } };

export type WebhookFleetQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type WebhookFleetQuery = { webhookEndpointFleet: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, url: string, description: string | null, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disableAt: string | null, disabledAt: string | null, disabledBy: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, merchant: { id: string, name: string }, errors24h: Array<{ errorClass: string, attempts: number }>, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, lagSeconds: number, nextAttemptAt: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookDeliveryQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookDeliveryQuery = { webhookDelivery: { id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, endpointStatus: EndpointStatus, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, endpointPausedUntil: string | null, createdAt: string, finishedAt: string | null, merchant: { id: string, name: string }, event: { id: string, body: string, chargeId: string | null } | null, charge: { id: string, orderReference: string } | null, retry: { attempt: number, attemptsMax: number } | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> } };

export type EnableWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type EnableWebhookEndpointMutation = { enableWebhookEndpoint: { id: string } };

export type DisableWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type DisableWebhookEndpointMutation = { disableWebhookEndpoint: { id: string } };

export type ChangeWebhookEndpointLimitsMutationVariables = Exact<{
  merchantId: string;
  id: string;
  limits: WebhookEndpointLimits;
}>;


export type ChangeWebhookEndpointLimitsMutation = { changeWebhookEndpointLimits: { id: string } };

export type TestWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type TestWebhookEndpointMutation = { testWebhookEndpoint: { statusCode: number | null, latencyMs: number, errorClass: string | null, errorDetail: string | null } };

export type RotateWebhookSecretMutationVariables = Exact<{
  merchantId: string;
  id: string;
  graceSeconds: number;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { signingSecret: string, previousEndsAt: string } };

export type IdentityFieldsFragment = { issuer: string, subject: string, linkedAt: string };

export type OtherMerchantsQueryVariables = Exact<{
  than: string;
  kinds?: Array<AttentionKind> | AttentionKind | null | undefined;
}>;


export type OtherMerchantsQuery = { otherMerchantsWithAttention: { count: number, records: number, first: Array<{ kinds: Array<AttentionKind>, merchant: { id: string, name: string } }> } };

export type RevealPayerDocumentMutationVariables = Exact<{
  chargeId: string;
  reason: string;
}>;


export type RevealPayerDocumentMutation = { revealPayerDocument: string };

export type RevealMerchantDocumentMutationVariables = Exact<{
  merchantId: string;
  reason: string;
}>;


export type RevealMerchantDocumentMutation = { revealMerchantDocument: string };

export type SessionFieldsFragment = { id: string, startedAt: string, lastSeenAt: string, ip: string | null, userAgent: string | null, current: boolean };

export type ViewFieldsFragment = { id: string, page: string, name: string, search: string, mine: boolean, savedBy: string, sharedWith: StaffRole | null };

export type SavedViewsQueryVariables = Exact<{
  page?: string | null | undefined;
}>;


export type SavedViewsQuery = { savedViews: Array<{ id: string, page: string, name: string, search: string, mine: boolean, savedBy: string, sharedWith: StaffRole | null }> };

export type SaveViewMutationVariables = Exact<{
  view: SaveViewInput;
}>;


export type SaveViewMutation = { saveView: { id: string } };

export type DeleteViewMutationVariables = Exact<{
  id: string;
}>;


export type DeleteViewMutation = { deleteView: boolean };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const TestAccountDocument = {"__meta__":{"name":"TestAccount","hash":"sha256:cede649155452beae0df723801e3f1244c54f438cf26bd17016f2e26badebcf1"}} as unknown as TypedDocumentString<TestAccountQuery, TestAccountQueryVariables>;
export const MerchantsDocument = {"__meta__":{"name":"Merchants","hash":"sha256:e90ec5a0de1920102b5a9ade254726dfe9421a368e1d9f3c96914704fb2abb48"}} as unknown as TypedDocumentString<MerchantsQuery, MerchantsQueryVariables>;
export const ReplayWebhookDeliveryDocument = {"__meta__":{"name":"ReplayWebhookDelivery","hash":"sha256:34d6e49b8ce803c3aaad8e7d29768d957c8d5f00e77562634c912d551def4d24"}} as unknown as TypedDocumentString<ReplayWebhookDeliveryMutation, ReplayWebhookDeliveryMutationVariables>;
export const MeDocument = {"__meta__":{"name":"Me","hash":"sha256:56316aa69e7d5a5c54497dad4046f2400c446af4bbb64483154f04c35cb8df94"}} as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const SignInWaysDocument = {"__meta__":{"name":"SignInWays","hash":"sha256:4b53f3c0d5f86baeb1e73db8b6f8b4cd2e7bfe02022c1d96acd14c18d7eb5d54"}} as unknown as TypedDocumentString<SignInWaysQuery, SignInWaysQueryVariables>;
export const ProvedDocument = {"__meta__":{"name":"Proved","hash":"sha256:24311bf2ea2abc86524e0a22ef8ead9a7f14b14006b1736dc945e60378e673f8"}} as unknown as TypedDocumentString<ProvedQuery, ProvedQueryVariables>;
export const SignInDocument = {"__meta__":{"name":"SignIn","hash":"sha256:57743f37c18f700179ec609e8540858b2c050a15d6839cacc145c681f920af0c"}} as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignInWithCodeDocument = {"__meta__":{"name":"SignInWithCode","hash":"sha256:24339518d2e1e90cfacacf67181df3d320e7c3ed7347dbf7bf2ede924f62ebb5"}} as unknown as TypedDocumentString<SignInWithCodeMutation, SignInWithCodeMutationVariables>;
export const BeginEnrolmentDocument = {"__meta__":{"name":"BeginEnrolment","hash":"sha256:a82db4f5a53843dc1f3bafc95a3a3a6cd63c9a56fe9879eb30f92f7c4076fa99"}} as unknown as TypedDocumentString<BeginEnrolmentMutation, BeginEnrolmentMutationVariables>;
export const ConfirmEnrolmentDocument = {"__meta__":{"name":"ConfirmEnrolment","hash":"sha256:9badfe6a47490dad506279e13bf7d82fb5033b3fb0e073cf3accbc5e1c02a304"}} as unknown as TypedDocumentString<ConfirmEnrolmentMutation, ConfirmEnrolmentMutationVariables>;
export const AccountSecurityDocument = {"__meta__":{"name":"AccountSecurity","hash":"sha256:01f1080d1e22bb4c7fdcddf9b6535b2bbb34012e8ca48e7ee591e5f8c488e95f"}} as unknown as TypedDocumentString<AccountSecurityQuery, AccountSecurityQueryVariables>;
export const UnlinkMyIdentityDocument = {"__meta__":{"name":"UnlinkMyIdentity","hash":"sha256:f07b34816a10d5f345011c9aca78404b5c1f699779cd003f9b9ea0c241440cde"}} as unknown as TypedDocumentString<UnlinkMyIdentityMutation, UnlinkMyIdentityMutationVariables>;
export const StepUpDocument = {"__meta__":{"name":"StepUp","hash":"sha256:8cb00ac7c19dbfbd9b13aadc7d9049456cc165729b4f090899ece7cab49be203"}} as unknown as TypedDocumentString<StepUpMutation, StepUpMutationVariables>;
export const BeginTotpDocument = {"__meta__":{"name":"BeginTotp","hash":"sha256:4d18cc8a7cf52dd82a5a9e341ff09b358763c8cd783be48cd4f3d83818de9daf"}} as unknown as TypedDocumentString<BeginTotpMutation, BeginTotpMutationVariables>;
export const ConfirmTotpDocument = {"__meta__":{"name":"ConfirmTotp","hash":"sha256:ef2e8f02c09a0365c2ef90df743a5e9ebc83802361f9bfc8925e10ec28574efb"}} as unknown as TypedDocumentString<ConfirmTotpMutation, ConfirmTotpMutationVariables>;
export const RenewRecoveryCodesDocument = {"__meta__":{"name":"RenewRecoveryCodes","hash":"sha256:2949a6d24f411daa6cd4958cd29b97ceef11e2924032db150b357c8427b344e3"}} as unknown as TypedDocumentString<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const ChangePasswordDocument = {"__meta__":{"name":"ChangePassword","hash":"sha256:fd9277eafbf0ff951ba3c0eab827235755950c6789a32300157bf933f5024636"}} as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const ExtendSessionDocument = {"__meta__":{"name":"ExtendSession","hash":"sha256:b0c809d8c914d04ed4f807209be44154c23049af4b0d7bbda03549aff5cc3bcf"}} as unknown as TypedDocumentString<ExtendSessionMutation, ExtendSessionMutationVariables>;
export const SignOutDocument = {"__meta__":{"name":"SignOut","hash":"sha256:39300be1f6ff47633a8c264de2a924d5b71367b646d3bf86d82d7c51c6543956"}} as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const MySessionsDocument = {"__meta__":{"name":"MySessions","hash":"sha256:0dd98f1e84597164913dbe3ba8ccfdb75d3032e9cb74fb1d84eabb5ab844d231"}} as unknown as TypedDocumentString<MySessionsQuery, MySessionsQueryVariables>;
export const EndMySessionDocument = {"__meta__":{"name":"EndMySession","hash":"sha256:15332b476e5f896266dc231ea61e90b0c981671c83eaa29575c9c6349b213ee7"}} as unknown as TypedDocumentString<EndMySessionMutation, EndMySessionMutationVariables>;
export const EndMyOtherSessionsDocument = {"__meta__":{"name":"EndMyOtherSessions","hash":"sha256:567368bb6e3171db32adc640e86df33a7408edea661d513cb4b9b459f61ba674"}} as unknown as TypedDocumentString<EndMyOtherSessionsMutation, EndMyOtherSessionsMutationVariables>;
export const ApiKeysDocument = {"__meta__":{"name":"ApiKeys","hash":"sha256:b737178cf58bf2b992acdbfd5839ddf5ee7d2f651188c6463beea2921fbfdd6a"}} as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const ApiKeyScopesDocument = {"__meta__":{"name":"ApiKeyScopes","hash":"sha256:c77c52a2aa1f3d05812a292d5ad5c7879e0a81eaabccc2beaad757e799027ef8"}} as unknown as TypedDocumentString<ApiKeyScopesQuery, ApiKeyScopesQueryVariables>;
export const CreateApiKeyDocument = {"__meta__":{"name":"CreateApiKey","hash":"sha256:8dced2cf0d53a9abd45f889514399ab108686790fb1f565bf3732370ddc7da6a"}} as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const CreateTestKeyDocument = {"__meta__":{"name":"CreateTestKey","hash":"sha256:fc7cc3001bb6de1b92c36150158204c4baa55f4375596079337f82285f51a2c1"}} as unknown as TypedDocumentString<CreateTestKeyMutation, CreateTestKeyMutationVariables>;
export const RevokeApiKeyDocument = {"__meta__":{"name":"RevokeApiKey","hash":"sha256:be38a7abb808a820af255c0efc637285216ce39c8a9fc0a2737b867b73932ec5"}} as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const AuditEntriesDocument = {"__meta__":{"name":"AuditEntries","hash":"sha256:fb355e8c4741672e0928346d8d01548e2e92482673aa19ce18ade05d673b1436"}} as unknown as TypedDocumentString<AuditEntriesQuery, AuditEntriesQueryVariables>;
export const AuditEntryDocument = {"__meta__":{"name":"AuditEntry","hash":"sha256:8a09c07f0efa66b2e19a7578388e28a7ab6d650fb09b45e208be5cba40137864"}} as unknown as TypedDocumentString<AuditEntryQuery, AuditEntryQueryVariables>;
export const AuditChoicesDocument = {"__meta__":{"name":"AuditChoices","hash":"sha256:634a5e171e28d25c04567ce30f64f7367ca7ab4f3c1465ba3b7d211b274ca1c1"}} as unknown as TypedDocumentString<AuditChoicesQuery, AuditChoicesQueryVariables>;
export const BalanceDocument = {"__meta__":{"name":"Balance","hash":"sha256:b783c0624e7e156701b9cd027c57142a807571093098a593ed8286f6dbebf70a"}} as unknown as TypedDocumentString<BalanceQuery, BalanceQueryVariables>;
export const BalanceAtDocument = {"__meta__":{"name":"BalanceAt","hash":"sha256:4f8dcba0f198ecd12c5e78417c43872fb4cae2e397cea1787018249e644a921d"}} as unknown as TypedDocumentString<BalanceAtQuery, BalanceAtQueryVariables>;
export const BalanceHistoryDocument = {"__meta__":{"name":"BalanceHistory","hash":"sha256:c46e589359b0260dab7dc3fca735a97d03484e842e0666566af701d95a8646ad"}} as unknown as TypedDocumentString<BalanceHistoryQuery, BalanceHistoryQueryVariables>;
export const ReserveScheduleDocument = {"__meta__":{"name":"ReserveSchedule","hash":"sha256:5be5d6ffccdeb59f6dd422c0e15e5ba153077fbef874cba195d6a345fa0dba38"}} as unknown as TypedDocumentString<ReserveScheduleQuery, ReserveScheduleQueryVariables>;
export const CasesDocument = {"__meta__":{"name":"Cases","hash":"sha256:e65b1bb2040298efcaf0682be3f7aea12357702ce53d8bf294e4093033fbc33c"}} as unknown as TypedDocumentString<CasesQuery, CasesQueryVariables>;
export const CaseDocument = {"__meta__":{"name":"Case","hash":"sha256:bcacaa2cf8c4476121242e38f6f33bc31d4fbb957fae4007d045576010515574"}} as unknown as TypedDocumentString<CaseQuery, CaseQueryVariables>;
export const MarkEvidenceForwardedDocument = {"__meta__":{"name":"MarkEvidenceForwarded","hash":"sha256:f9f2e25c4e297bec90643e6f63947bb5628a351b10f74d04663fa17fed145dd9"}} as unknown as TypedDocumentString<MarkEvidenceForwardedMutation, MarkEvidenceForwardedMutationVariables>;
export const DecideDisputeDocument = {"__meta__":{"name":"DecideDispute","hash":"sha256:c19b537efe70bc1ab97700d9114d30c5835a9553cb3b439106c4685407b4d304"}} as unknown as TypedDocumentString<DecideDisputeMutation, DecideDisputeMutationVariables>;
export const SubmitDisputeEvidenceDocument = {"__meta__":{"name":"SubmitDisputeEvidence","hash":"sha256:88f64d5a741a707c5c3767eaa89771def74487cf6e2b3cbedf2ff03866d55a7a"}} as unknown as TypedDocumentString<SubmitDisputeEvidenceMutation, SubmitDisputeEvidenceMutationVariables>;
export const RetryReturnDocument = {"__meta__":{"name":"RetryReturn","hash":"sha256:4e512b275b42cfd37eecc7e7f6132d72010e29306e45334bf9b9c7c81636856b"}} as unknown as TypedDocumentString<RetryReturnMutation, RetryReturnMutationVariables>;
export const ChargeDocument = {"__meta__":{"name":"Charge","hash":"sha256:aa15baa9c1a3fdc4b4ca48804c9460785198bbbc10d2667bcb5b881d25223f4f"}} as unknown as TypedDocumentString<ChargeQuery, ChargeQueryVariables>;
export const RefundPreviewDocument = {"__meta__":{"name":"RefundPreview","hash":"sha256:ad506ac223c20087f594bd15aec4b4be0375b95f1e94519418f239b64678b681"}} as unknown as TypedDocumentString<RefundPreviewQuery, RefundPreviewQueryVariables>;
export const DisputePreviewDocument = {"__meta__":{"name":"DisputePreview","hash":"sha256:12241a66336d0e9b2a0cf75e1025ae389724a9323e8f711bc05bd54c70b3f732"}} as unknown as TypedDocumentString<DisputePreviewQuery, DisputePreviewQueryVariables>;
export const RequestRefundDocument = {"__meta__":{"name":"RequestRefund","hash":"sha256:d1381bd133a0f01b646ff5a5c0df862a2e233ca0e45ea4527e0914e7706ee804"}} as unknown as TypedDocumentString<RequestRefundMutation, RequestRefundMutationVariables>;
export const CancelChargeDocument = {"__meta__":{"name":"CancelCharge","hash":"sha256:86af9359efe040b03f091c91c126994575884b7d717c4fcbff93eca9828e2552"}} as unknown as TypedDocumentString<CancelChargeMutation, CancelChargeMutationVariables>;
export const OpenDisputeDocument = {"__meta__":{"name":"OpenDispute","hash":"sha256:a831479e3c5cfac3d2bbbf7365c995a48c0f3a41fae356dab5f1a5e0a6d4c2cb"}} as unknown as TypedDocumentString<OpenDisputeMutation, OpenDisputeMutationVariables>;
export const ChargesDocument = {"__meta__":{"name":"Charges","hash":"sha256:239df390a20092f7824cd7305708310b3768723aa7e172e733fa7df32187e738"}} as unknown as TypedDocumentString<ChargesQuery, ChargesQueryVariables>;
export const HomeDocument = {"__meta__":{"name":"Home","hash":"sha256:ab5eff623f4d983a07cbb8ad8a6724293aba0d925e82f80167859eea503aa573"}} as unknown as TypedDocumentString<HomeQuery, HomeQueryVariables>;
export const InvitationOfferDocument = {"__meta__":{"name":"InvitationOffer","hash":"sha256:d05ea996e7a8ab181952a4de1c9e2ee0b403af1a8a0b974190c29c17c341cace"}} as unknown as TypedDocumentString<InvitationOfferQuery, InvitationOfferQueryVariables>;
export const AcceptInvitationDocument = {"__meta__":{"name":"AcceptInvitation","hash":"sha256:e1a8bf75924ae3d552d70a0e35c7e19cc19fcdb3f7364dcba990d32901851661"}} as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const PasswordOfferDocument = {"__meta__":{"name":"PasswordOffer","hash":"sha256:4734a23c24a4111b3b24496f1da65560902234ecf1da9995272c47edce7c4d33"}} as unknown as TypedDocumentString<PasswordOfferQuery, PasswordOfferQueryVariables>;
export const SetPasswordByLinkDocument = {"__meta__":{"name":"SetPasswordByLink","hash":"sha256:9e01ba886609abd83cfbe6ee21fa4484036c26476741ccfaad2fbf6b59f21f76"}} as unknown as TypedDocumentString<SetPasswordByLinkMutation, SetPasswordByLinkMutationVariables>;
export const MerchantListDocument = {"__meta__":{"name":"MerchantList","hash":"sha256:a56d4b5a0615219eba5a8fc19224fa2d4788bfcc992d75de084ffeefc8d8b064"}} as unknown as TypedDocumentString<MerchantListQuery, MerchantListQueryVariables>;
export const MerchantTotalsDocument = {"__meta__":{"name":"MerchantTotals","hash":"sha256:4f2a244681aebad55dd1c50350f5d796da426b223d7a3f53f0122d8a0ab1edf6"}} as unknown as TypedDocumentString<MerchantTotalsQuery, MerchantTotalsQueryVariables>;
export const LedgerSumDocument = {"__meta__":{"name":"LedgerSum","hash":"sha256:7e41318bc20415b593bf2ad8aa1774263c7eec9b1fa073eb2f32cc653a1c98ec"}} as unknown as TypedDocumentString<LedgerSumQuery, LedgerSumQueryVariables>;
export const MerchantFiguresDocument = {"__meta__":{"name":"MerchantFigures","hash":"sha256:215129b80107ce0b815926a2f1081583afdd2c1d293d09f8cd04bd39303b685e"}} as unknown as TypedDocumentString<MerchantFiguresQuery, MerchantFiguresQueryVariables>;
export const MerchantKeysDocument = {"__meta__":{"name":"MerchantKeys","hash":"sha256:95b42abfe8917b018f2195cbe605ebf113065f727c70697d731455e880696cbb"}} as unknown as TypedDocumentString<MerchantKeysQuery, MerchantKeysQueryVariables>;
export const CreateMerchantDocument = {"__meta__":{"name":"CreateMerchant","hash":"sha256:9267095d8c37d8338d6e052065f693a5e7d36c95a0c66473dcab1c07b26c605e"}} as unknown as TypedDocumentString<CreateMerchantMutation, CreateMerchantMutationVariables>;
export const MerchantDocument = {"__meta__":{"name":"Merchant","hash":"sha256:c9142627f09cd9adca9df8e04cd8bae5e6b0d4b4b9d8c2eb2120b1681031a5de"}} as unknown as TypedDocumentString<MerchantQuery, MerchantQueryVariables>;
export const UpdateTermsDocument = {"__meta__":{"name":"UpdateTerms","hash":"sha256:934f80ce29626eceb0d9aaa4cb6a085bc654070ae9bb72059bd4ae4794fe3adf"}} as unknown as TypedDocumentString<UpdateTermsMutation, UpdateTermsMutationVariables>;
export const UpdateLimitsDocument = {"__meta__":{"name":"UpdateLimits","hash":"sha256:9f0ad2d3b47ce91ad31283eb7040bac9e05769153b8200a9a88b05fa41987146"}} as unknown as TypedDocumentString<UpdateLimitsMutation, UpdateLimitsMutationVariables>;
export const DebtWriteOffsDocument = {"__meta__":{"name":"DebtWriteOffs","hash":"sha256:b4e5c75ebfa4b999601687a9535a3480c09f1a3a03c5402f639947b91b22075d"}} as unknown as TypedDocumentString<DebtWriteOffsQuery, DebtWriteOffsQueryVariables>;
export const AskDebtWriteOffDocument = {"__meta__":{"name":"AskDebtWriteOff","hash":"sha256:9bd4351e02fe97c8a3370fab8e06316b26d16ddff278de2ab730967f83cb35a7"}} as unknown as TypedDocumentString<AskDebtWriteOffMutation, AskDebtWriteOffMutationVariables>;
export const AgreeToDebtWriteOffDocument = {"__meta__":{"name":"AgreeToDebtWriteOff","hash":"sha256:31bb6b7413598e1675b8ab631081fb840f1fe78cdbf86b0778049142665686bb"}} as unknown as TypedDocumentString<AgreeToDebtWriteOffMutation, AgreeToDebtWriteOffMutationVariables>;
export const RefuseDebtWriteOffDocument = {"__meta__":{"name":"RefuseDebtWriteOff","hash":"sha256:657f64c6b15c4bf99a1c4a2fabbc3455902d953077faec5dea5790e53289c5fd"}} as unknown as TypedDocumentString<RefuseDebtWriteOffMutation, RefuseDebtWriteOffMutationVariables>;
export const ReverseJournalEntryDocument = {"__meta__":{"name":"ReverseJournalEntry","hash":"sha256:d13d18d7719201ea22d5fa2b4c633ab5015d557ba1fa3c934aaa0374df8c4158"}} as unknown as TypedDocumentString<ReverseJournalEntryMutation, ReverseJournalEntryMutationVariables>;
export const SetBankAccountDocument = {"__meta__":{"name":"SetBankAccount","hash":"sha256:c9fabdf3ffcca9494bb70f06acf9fad1fe71debce6a563f7727b54b749f7764b"}} as unknown as TypedDocumentString<SetBankAccountMutation, SetBankAccountMutationVariables>;
export const RevealBankAccountDocument = {"__meta__":{"name":"RevealBankAccount","hash":"sha256:f3037ac51186de4f7ef5fa4f356f4cc7f2c1e2fab08201c254b535d1981626b0"}} as unknown as TypedDocumentString<RevealBankAccountMutation, RevealBankAccountMutationVariables>;
export const SuspendPayoutsDocument = {"__meta__":{"name":"SuspendPayouts","hash":"sha256:00418c1182b57234faaa2ac3a7731199d0b58042a42c92dd51990ab3ad2ab22d"}} as unknown as TypedDocumentString<SuspendPayoutsMutation, SuspendPayoutsMutationVariables>;
export const ResumePayoutsDocument = {"__meta__":{"name":"ResumePayouts","hash":"sha256:acbf3ab00318e614225641d22cad41fb3d133809299d30fc02e36f1af7ff2c10"}} as unknown as TypedDocumentString<ResumePayoutsMutation, ResumePayoutsMutationVariables>;
export const AssignablePixAccountsDocument = {"__meta__":{"name":"AssignablePixAccounts","hash":"sha256:62c75631699d1fd95a02924239b1d34b77edb94d6762d8cb0cce4046fa6b6c2d"}} as unknown as TypedDocumentString<AssignablePixAccountsQuery, AssignablePixAccountsQueryVariables>;
export const AssignPixAccountsDocument = {"__meta__":{"name":"AssignPixAccounts","hash":"sha256:88e3221a0f32905a0d995a7fee31a4d856eaf380ced37b3a63a0c0501c9efc2c"}} as unknown as TypedDocumentString<AssignPixAccountsMutation, AssignPixAccountsMutationVariables>;
export const PayoutsDocument = {"__meta__":{"name":"Payouts","hash":"sha256:095a40a9e6730366b9bcf510e061db743a9219d5ffbd1b7ca8b38f979c504acd"}} as unknown as TypedDocumentString<PayoutsQuery, PayoutsQueryVariables>;
export const PayoutHistoryDocument = {"__meta__":{"name":"PayoutHistory","hash":"sha256:b033e68162f63937b92418bc13050b2600c69e0ccf7d92bd7a4f171749cbb021"}} as unknown as TypedDocumentString<PayoutHistoryQuery, PayoutHistoryQueryVariables>;
export const PayoutDocument = {"__meta__":{"name":"Payout","hash":"sha256:246b0916dea4c8ed4be29409f9b4d7584a79ac69c091c65ccb3955421e44e156"}} as unknown as TypedDocumentString<PayoutQuery, PayoutQueryVariables>;
export const PayoutLinesDocument = {"__meta__":{"name":"PayoutLines","hash":"sha256:1fafc9ae8312f10177fe09667b313849d8a7040050f17a4f5edfe8d2e836081a"}} as unknown as TypedDocumentString<PayoutLinesQuery, PayoutLinesQueryVariables>;
export const PayoutRoomDocument = {"__meta__":{"name":"PayoutRoom","hash":"sha256:75cdbd81c1978fe60bade2a3df3a55ceeb1b68a49d785efd37110e4069188aa9"}} as unknown as TypedDocumentString<PayoutRoomQuery, PayoutRoomQueryVariables>;
export const RecordPayoutDocument = {"__meta__":{"name":"RecordPayout","hash":"sha256:d2fa07caef522efbee74243d66644d1382b4d586713e08f1d388afc976f72f1d"}} as unknown as TypedDocumentString<RecordPayoutMutation, RecordPayoutMutationVariables>;
export const ReservePayoutDocument = {"__meta__":{"name":"ReservePayout","hash":"sha256:c03009527c11fbf9a0587dc67f93b53b35311f8ffaa1b7abf4bc95daca4a9ad6"}} as unknown as TypedDocumentString<ReservePayoutMutation, ReservePayoutMutationVariables>;
export const SettlePayoutDocument = {"__meta__":{"name":"SettlePayout","hash":"sha256:5b2e7abfddc6b59a81e1aaecead2fd68c7c431bdfd390bbee3840f3b7ae7b954"}} as unknown as TypedDocumentString<SettlePayoutMutation, SettlePayoutMutationVariables>;
export const ReleasePayoutDocument = {"__meta__":{"name":"ReleasePayout","hash":"sha256:a04776c28940ea451ec3b9d3ebce6f02ebe4ad220b4f82fe70f900ca88d42cc4"}} as unknown as TypedDocumentString<ReleasePayoutMutation, ReleasePayoutMutationVariables>;
export const ReversePayoutDocument = {"__meta__":{"name":"ReversePayout","hash":"sha256:5d473cd349ea3b06236cdd07f972e8c459b014a95ac80e3fbcdd566fcc7286ad"}} as unknown as TypedDocumentString<ReversePayoutMutation, ReversePayoutMutationVariables>;
export const PixAccountsDocument = {"__meta__":{"name":"PixAccounts","hash":"sha256:2e0dfa5d1da1356311c1b78216b148b65669c6a63b46eac4cdd823844c91d0aa"}} as unknown as TypedDocumentString<PixAccountsQuery, PixAccountsQueryVariables>;
export const SetPixAccountStateDocument = {"__meta__":{"name":"SetPixAccountState","hash":"sha256:eb0b9010cd16ddbf36250bd9bc9dfa06d087b11a87b987f4872db4933bf41243"}} as unknown as TypedDocumentString<SetPixAccountStateMutation, SetPixAccountStateMutationVariables>;
export const SetPixAccountCeilingsDocument = {"__meta__":{"name":"SetPixAccountCeilings","hash":"sha256:8209457da1085c8ec022be41efd84060db235a8be7adac37d9bb170132e7d50d"}} as unknown as TypedDocumentString<SetPixAccountCeilingsMutation, SetPixAccountCeilingsMutationVariables>;
export const CreatePixAccountDocument = {"__meta__":{"name":"CreatePixAccount","hash":"sha256:a0c5cbe016d363a15e3d2cc62d495c5aadfb95580dc9980b99002e7dd40a034f"}} as unknown as TypedDocumentString<CreatePixAccountMutation, CreatePixAccountMutationVariables>;
export const ReplacePixAccountSecretsDocument = {"__meta__":{"name":"ReplacePixAccountSecrets","hash":"sha256:da388448c74e3ae4d6d6f490105e3a33711cd269c5e8337195c812c0f0d95c9a"}} as unknown as TypedDocumentString<ReplacePixAccountSecretsMutation, ReplacePixAccountSecretsMutationVariables>;
export const ChangePixAccountConnectionDocument = {"__meta__":{"name":"ChangePixAccountConnection","hash":"sha256:d5e0fae03a461cda59654de276e6f3c16f19fc025173d078439787e337dc0a50"}} as unknown as TypedDocumentString<ChangePixAccountConnectionMutation, ChangePixAccountConnectionMutationVariables>;
export const ReconciliationExceptionsDocument = {"__meta__":{"name":"ReconciliationExceptions","hash":"sha256:92923843e4c2ee03a206ed539d61456b4e090f027b6f4004c4d0888f585b12d2"}} as unknown as TypedDocumentString<ReconciliationExceptionsQuery, ReconciliationExceptionsQueryVariables>;
export const ReconciliationTotalsDocument = {"__meta__":{"name":"ReconciliationTotals","hash":"sha256:0b8331ee21d6a5482f88e083b41da0a8e55018f36b0bd4b89845bb232cbec9aa"}} as unknown as TypedDocumentString<ReconciliationTotalsQuery, ReconciliationTotalsQueryVariables>;
export const LedgerVerdictDocument = {"__meta__":{"name":"LedgerVerdict","hash":"sha256:ef519c060c1f53bbabeae626aa12dce821fcfbedb0a5186c8b59eeb4beba99da"}} as unknown as TypedDocumentString<LedgerVerdictQuery, LedgerVerdictQueryVariables>;
export const CloseReconciliationExceptionDocument = {"__meta__":{"name":"CloseReconciliationException","hash":"sha256:647e2297eb3c9e45a8f39b0975d3bc3f677fa4b42017bfc550f313adcfe489c3"}} as unknown as TypedDocumentString<CloseReconciliationExceptionMutation, CloseReconciliationExceptionMutationVariables>;
export const RequestLedgerVerificationDocument = {"__meta__":{"name":"RequestLedgerVerification","hash":"sha256:5a4037b2060a883b21579be496847831959f1c45543f71f841a9b908b5d789ae"}} as unknown as TypedDocumentString<RequestLedgerVerificationMutation, RequestLedgerVerificationMutationVariables>;
export const ReconciliationDayDocument = {"__meta__":{"name":"ReconciliationDay","hash":"sha256:f580d65518beeed988d69ec4326e44bd764d3f1d2f65604f9620613934832ccd"}} as unknown as TypedDocumentString<ReconciliationDayQuery, ReconciliationDayQueryVariables>;
export const RequestsDocument = {"__meta__":{"name":"Requests","hash":"sha256:9b22df3ef5795756d0005e78c6b29c7916072de24e16836aaf61a9c6a0f239e2"}} as unknown as TypedDocumentString<RequestsQuery, RequestsQueryVariables>;
export const RequestFailuresDocument = {"__meta__":{"name":"RequestFailures","hash":"sha256:ad3c399f02aa8738ee23454c77e799b1263e22c18ffda70430fb5e3103db3864"}} as unknown as TypedDocumentString<RequestFailuresQuery, RequestFailuresQueryVariables>;
export const KeyCountsDocument = {"__meta__":{"name":"KeyCounts","hash":"sha256:257b32139bd79ed4ef611ba983f641e389b0079a3b921da5d03359f0e8b2c26e"}} as unknown as TypedDocumentString<KeyCountsQuery, KeyCountsQueryVariables>;
export const SearchDocument = {"__meta__":{"name":"Search","hash":"sha256:67ff44341601b82b8af16d7c3a360c7e9c1f6dca70567dd03fc320ad6294c748"}} as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const StatementDocument = {"__meta__":{"name":"Statement","hash":"sha256:6f26c040f05c30961827dfcf36be65083b530f14a19b729cd7e021282de255c6"}} as unknown as TypedDocumentString<StatementQuery, StatementQueryVariables>;
export const StatementSummaryDocument = {"__meta__":{"name":"StatementSummary","hash":"sha256:6bf789fc7f9a7eea89bddb1eb4b0f3fc1c52cf45f3310320495ea57ee57b3477"}} as unknown as TypedDocumentString<StatementSummaryQuery, StatementSummaryQueryVariables>;
export const StaffMembersDocument = {"__meta__":{"name":"StaffMembers","hash":"sha256:2c7c07718e08802c7235a57b71681f1cf697dc3d93832f1c90ac402d786c6ff9"}} as unknown as TypedDocumentString<StaffMembersQuery, StaffMembersQueryVariables>;
export const StaffMemberDocument = {"__meta__":{"name":"StaffMember","hash":"sha256:704b642a2420ab07e37f27161bdd110fde7404b1550904134498ec666027dcea"}} as unknown as TypedDocumentString<StaffMemberQuery, StaffMemberQueryVariables>;
export const StaffInvitationsDocument = {"__meta__":{"name":"StaffInvitations","hash":"sha256:f26c37de6e0e2238b776d3ae2ab965cc91f5af9fb09d45df82298f8d5705329b"}} as unknown as TypedDocumentString<StaffInvitationsQuery, StaffInvitationsQueryVariables>;
export const StaffRolesDocument = {"__meta__":{"name":"StaffRoles","hash":"sha256:93f9374c4287c139991cae8d06976033a6b13dcdb0a046d674db13ecfff1c376"}} as unknown as TypedDocumentString<StaffRolesQuery, StaffRolesQueryVariables>;
export const InviteStaffDocument = {"__meta__":{"name":"InviteStaff","hash":"sha256:895163c2fe9e785502eff9d93b816bbfc2c5aa5f9e46d7313dc36a57bc6ece85"}} as unknown as TypedDocumentString<InviteStaffMutation, InviteStaffMutationVariables>;
export const WithdrawInvitationDocument = {"__meta__":{"name":"WithdrawInvitation","hash":"sha256:3fe065ec0b2e6bf151784c0f4adec9da7da7afa4f9d4386e97faa56cdc6d8db4"}} as unknown as TypedDocumentString<WithdrawInvitationMutation, WithdrawInvitationMutationVariables>;
export const ChangeStaffRoleDocument = {"__meta__":{"name":"ChangeStaffRole","hash":"sha256:0045d7bcc46aea47c95d4c5b1fc91ca71e5e040274addf5d1b4f9c7008264e64"}} as unknown as TypedDocumentString<ChangeStaffRoleMutation, ChangeStaffRoleMutationVariables>;
export const DeactivateStaffDocument = {"__meta__":{"name":"DeactivateStaff","hash":"sha256:cc5d51e76768d25a48e7c72b9f990152d1cb8c7d038339dbaf139f6a1ad1fe56"}} as unknown as TypedDocumentString<DeactivateStaffMutation, DeactivateStaffMutationVariables>;
export const ReactivateStaffDocument = {"__meta__":{"name":"ReactivateStaff","hash":"sha256:97e85f0488ba77f741d786b41eec470c0d6097c13190388fbd0dcb9fe9109558"}} as unknown as TypedDocumentString<ReactivateStaffMutation, ReactivateStaffMutationVariables>;
export const ResetStaffTotpDocument = {"__meta__":{"name":"ResetStaffTotp","hash":"sha256:5bbb00d977f4a9e5db5e55b06326b01f3b6847f95a8fcec15ea6ec7e5bfdbc01"}} as unknown as TypedDocumentString<ResetStaffTotpMutation, ResetStaffTotpMutationVariables>;
export const EndStaffSessionDocument = {"__meta__":{"name":"EndStaffSession","hash":"sha256:87798d17cfa7c4fc789804d47fc45429690690fd61d17658e8e7a2ecf5a9d772"}} as unknown as TypedDocumentString<EndStaffSessionMutation, EndStaffSessionMutationVariables>;
export const OfferStaffPasswordDocument = {"__meta__":{"name":"OfferStaffPassword","hash":"sha256:8e2961f4fd64991de25da5522899a04f7d35de28054550ca8a0b13a5b385a5f4"}} as unknown as TypedDocumentString<OfferStaffPasswordMutation, OfferStaffPasswordMutationVariables>;
export const UnlinkStaffIdentityDocument = {"__meta__":{"name":"UnlinkStaffIdentity","hash":"sha256:9d8202ef8cf96de336841bf92d52e4cf7669e0572bc23d2fbb7533b828e53797"}} as unknown as TypedDocumentString<UnlinkStaffIdentityMutation, UnlinkStaffIdentityMutationVariables>;
export const WebhookReplaysDocument = {"__meta__":{"name":"WebhookReplays","hash":"sha256:2692347eaae0a1c80f94fc9ad9790de623e5938d0b622b772317f1fd45ffd772"}} as unknown as TypedDocumentString<WebhookReplaysQuery, WebhookReplaysQueryVariables>;
export const WebhookReplayDocument = {"__meta__":{"name":"WebhookReplay","hash":"sha256:0f21a6a1ca2aec1e7b0a922fd84863bfa62895b0407f28e67e6491c8e46a9c06"}} as unknown as TypedDocumentString<WebhookReplayQuery, WebhookReplayQueryVariables>;
export const PreviewReplayDocument = {"__meta__":{"name":"PreviewReplay","hash":"sha256:5ed68c108dde29f5a634c2ea545681ff6822a5047c57a603df1e828b25332b6b"}} as unknown as TypedDocumentString<PreviewReplayMutation, PreviewReplayMutationVariables>;
export const StartReplayDocument = {"__meta__":{"name":"StartReplay","hash":"sha256:7c926235e01edcb259f26a2d8fc196d714d6995a5ce0417cb2d4b5a30e8da3ac"}} as unknown as TypedDocumentString<StartReplayMutation, StartReplayMutationVariables>;
export const WebhookEndpointsDocument = {"__meta__":{"name":"WebhookEndpoints","hash":"sha256:59e601999769b37015e661c063394da4c1ac4e380e5fa37a0a67e0b3f583afff"}} as unknown as TypedDocumentString<WebhookEndpointsQuery, WebhookEndpointsQueryVariables>;
export const WebhookEndpointDocument = {"__meta__":{"name":"WebhookEndpoint","hash":"sha256:f2271080e8109f030926b7c9624218f13ebd21fde2a38be3a4f01eb7eebb3ed5"}} as unknown as TypedDocumentString<WebhookEndpointQuery, WebhookEndpointQueryVariables>;
export const WebhookEndpointHistoryDocument = {"__meta__":{"name":"WebhookEndpointHistory","hash":"sha256:f20cad5c120bc65c4cf2a6bf1ffe6be62db298f26c1c32cc45c5c78e86ed4a17"}} as unknown as TypedDocumentString<WebhookEndpointHistoryQuery, WebhookEndpointHistoryQueryVariables>;
export const WebhookDeliveriesDocument = {"__meta__":{"name":"WebhookDeliveries","hash":"sha256:75c0f99ec28eeb7cb7b97e02f2483680443fff0f05477ef759beb5e2cd17dd6f"}} as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhookEventTypesDocument = {"__meta__":{"name":"WebhookEventTypes","hash":"sha256:6602e11ba57adb323a2c496a649c6ccbd3ec9352bcdf44298d886c23d26bf6b4"}} as unknown as TypedDocumentString<WebhookEventTypesQuery, WebhookEventTypesQueryVariables>;
export const RegisterWebhookEndpointDocument = {"__meta__":{"name":"RegisterWebhookEndpoint","hash":"sha256:18c4dd0e2c2446566ca1b53728ecfaf74a6d25469babf8642c005d5de490df71"}} as unknown as TypedDocumentString<RegisterWebhookEndpointMutation, RegisterWebhookEndpointMutationVariables>;
export const TurnOffWebhookEndpointDocument = {"__meta__":{"name":"TurnOffWebhookEndpoint","hash":"sha256:1847868fa53417da350c9731ae9cabb96416578bdb216cd4a29012462a8ba39a"}} as unknown as TypedDocumentString<TurnOffWebhookEndpointMutation, TurnOffWebhookEndpointMutationVariables>;
export const WebhookFleetDocument = {"__meta__":{"name":"WebhookFleet","hash":"sha256:70e122f3a8ed8a411feb88e107a93069e51b4134f1c338cb2bdc69601802dc57"}} as unknown as TypedDocumentString<WebhookFleetQuery, WebhookFleetQueryVariables>;
export const WebhookDeliveryDocument = {"__meta__":{"name":"WebhookDelivery","hash":"sha256:7641c96ae23395351de21397b20f74dba73ab1a0f52ba5488454c7494e81a1b5"}} as unknown as TypedDocumentString<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>;
export const EnableWebhookEndpointDocument = {"__meta__":{"name":"EnableWebhookEndpoint","hash":"sha256:5ab44a436d0019099da897ee3c9836a58e461082ffc752cf44f23762ae862625"}} as unknown as TypedDocumentString<EnableWebhookEndpointMutation, EnableWebhookEndpointMutationVariables>;
export const DisableWebhookEndpointDocument = {"__meta__":{"name":"DisableWebhookEndpoint","hash":"sha256:643ddf29ccdf54d38f4e67f61b6211f4bbdc93b4757c56577361b58ed62e5518"}} as unknown as TypedDocumentString<DisableWebhookEndpointMutation, DisableWebhookEndpointMutationVariables>;
export const ChangeWebhookEndpointLimitsDocument = {"__meta__":{"name":"ChangeWebhookEndpointLimits","hash":"sha256:382843254f2dda277d3ca64f92997b3f59d48c8dd664513fd586bdf65ff4ec04"}} as unknown as TypedDocumentString<ChangeWebhookEndpointLimitsMutation, ChangeWebhookEndpointLimitsMutationVariables>;
export const TestWebhookEndpointDocument = {"__meta__":{"name":"TestWebhookEndpoint","hash":"sha256:c97691ca9a5945ee7b9c31b62b3d25aed2f86edcc30b57f12f3200c6f53e702f"}} as unknown as TypedDocumentString<TestWebhookEndpointMutation, TestWebhookEndpointMutationVariables>;
export const RotateWebhookSecretDocument = {"__meta__":{"name":"RotateWebhookSecret","hash":"sha256:9ad50121c37e90e72fc4f7576652b234eeaf7e1dac42a4668aa6f8bd67513e3e"}} as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const OtherMerchantsDocument = {"__meta__":{"name":"OtherMerchants","hash":"sha256:ee93f1ddbfceb2986d311ee0ee3a3f02b51ec1375024a2aed266710fd3c5b223"}} as unknown as TypedDocumentString<OtherMerchantsQuery, OtherMerchantsQueryVariables>;
export const RevealPayerDocumentDocument = {"__meta__":{"name":"RevealPayerDocument","hash":"sha256:89d8a504d5c79bf7ab1e8dda8dc618b8302f7388c396a90579a130527b886840"}} as unknown as TypedDocumentString<RevealPayerDocumentMutation, RevealPayerDocumentMutationVariables>;
export const RevealMerchantDocumentDocument = {"__meta__":{"name":"RevealMerchantDocument","hash":"sha256:3a41e93216a8a6c88392cfbf740353f5d970bd121464de0f8c5bfc6e2e0475cf"}} as unknown as TypedDocumentString<RevealMerchantDocumentMutation, RevealMerchantDocumentMutationVariables>;
export const SavedViewsDocument = {"__meta__":{"name":"SavedViews","hash":"sha256:9266ed56ead13d4b72cc3c66f1a1a917dfb306ce638fb7995e1a2d7b61094593"}} as unknown as TypedDocumentString<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveViewDocument = {"__meta__":{"name":"SaveView","hash":"sha256:37fe0a29c0052e79fa41baba0172dc5ebbe5bfe4a3668b2dcb5b57d2daa8f489"}} as unknown as TypedDocumentString<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteViewDocument = {"__meta__":{"name":"DeleteView","hash":"sha256:ef1d1ab89ba83f203154327226ccb07f591add18f671177184bc6acd37fc76fd"}} as unknown as TypedDocumentString<DeleteViewMutation, DeleteViewMutationVariables>;
