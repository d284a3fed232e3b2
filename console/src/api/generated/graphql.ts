/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AuditFilterInput = {
  action?: string | null | undefined;
  actor?: string | null | undefined;
  from?: string | null | undefined;
  merchantId?: string | null | undefined;
  /** At most 50. */
  targetIds?: Array<string> | null | undefined;
  /** A part of the reason. */
  text?: string | null | undefined;
  /** Exclusive. */
  to?: string | null | undefined;
};

export type BankAccountInput = {
  /** With its check digit: 123456-7. */
  account: string;
  /** With its check digit, where it has one. */
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

export type ChargeFilter = {
  /** Inclusive. */
  amountFromCents?: string | null | undefined;
  /** Inclusive. */
  amountToCents?: string | null | undefined;
  /** Inclusive. */
  createdFrom?: string | null | undefined;
  /** Exclusive. */
  createdTo?: string | null | undefined;
  /** Only those with more than one payment. */
  duplicates?: boolean | null | undefined;
  /** Only those paid after their time. */
  latePayment?: boolean | null | undefined;
  merchantId?: string | null | undefined;
  orderReference?: string | null | undefined;
  /** A reference, an id, a document, or a name. */
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

export type PayoutState =
  | 'given_back'
  | 'paid'
  | 'reserved'
  | 'reversed';

export type Position =
  | 'available'
  | 'case_hold'
  | 'contract_reserve'
  | 'payout_reserved'
  | 'pending'
  | 'receivable';

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

export type ReturnedBy =
  | 'network'
  | 'service';

export type SaveViewInput = {
  /** Changes that view of your own; a new one when absent. */
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

/** What a sign-in still needs: nothing, the code of the app, or an app to be enrolled. */
export type SignInNext =
  | 'code'
  | 'done'
  | 'enrol';

export type StaffRole =
  | 'admin'
  | 'auditor'
  | 'finance'
  | 'support';

export type StatementFilter = {
  /** Begins with this entry; what is newer is left out. */
  entry?: string | null | undefined;
  /** Inclusive; by default 30 days ago. */
  from?: string | null | undefined;
  merchantId: string;
  /** Only what moved this part of the balance. */
  position?: Position | null | undefined;
  /** Exclusive. */
  to?: string | null | undefined;
};

export type UpdateLimitsInput = {
  /** Null takes the ceiling away. */
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
  /** What the last attempt of an undelivered one failed with. */
  errorClass?: string | null | undefined;
  eventType?: string | null | undefined;
  merchantId: string;
  status?: Array<DeliveryStatus> | null | undefined;
};

export type WebhookEndpointLimits = {
  /** Attempts side by side, 1 to 16. */
  maxInFlight: number;
  /** Attempts a second, 1 to 1000. */
  ratePerSecond: number;
};

export type WebhookHistoryStep =
  | 'day'
  | 'hour';

export type WebhookReplayFilter = {
  endpointId: string;
  /** Of every type when absent. */
  eventTypes?: Array<string> | null | undefined;
  /** Inclusive, by when the delivery was created or, with events, when the event happened. */
  from: string;
  includeSucceeded?: boolean | null | undefined;
  /** Deliveries of the endpoint when absent; events: all of the merchant that the endpoint subscribes to. */
  source?: WebhookReplaySource | null | undefined;
  /** Failed and skipped ones when absent. Of deliveries only. */
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

export type MerchantFieldsFragment = { id: string, name: string, documentMasked: string, createdAt: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } };

export type MerchantsQueryVariables = Exact<{ [key: string]: never; }>;


export type MerchantsQuery = { merchants: Array<{ id: string, name: string, documentMasked: string, createdAt: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } }> };

export type ReplayWebhookDeliveryMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type ReplayWebhookDeliveryMutation = { replayWebhookDelivery: { id: string, status: DeliveryStatus } };

export type StaffFieldsFragment = { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> } | null };

export type SignInWaysQueryVariables = Exact<{ [key: string]: never; }>;


export type SignInWaysQuery = { signInWays: { provider: string | null, anybodyByPassword: boolean } };

export type ProvedQueryVariables = Exact<{ [key: string]: never; }>;


export type ProvedQuery = { accountSecurity: { proved: boolean } };

export type SignInMutationVariables = Exact<{
  email: string;
  password: string;
}>;


export type SignInMutation = { signIn: { next: SignInNext, staff: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> } | null } };

export type SignInWithCodeMutationVariables = Exact<{
  code: string;
}>;


export type SignInWithCodeMutation = { signInWithCode: { staff: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> } | null } };

export type BeginEnrolmentMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginEnrolmentMutation = { beginEnrolment: { secret: string, uri: string } };

export type ConfirmEnrolmentMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmEnrolmentMutation = { confirmEnrolment: { recoveryCodes: Array<string>, staff: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> } } };

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

export type RevokeApiKeyMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string, name: string, prefix: string, scopes: Array<string>, expiresAt: string | null, createdAt: string, revokedAt: string | null, lastUsedAt: string | null, createdBy: string } };

export type AuditFieldsFragment = { id: string, occurredAt: string, actor: string, actorName: string, role: string | null, action: string, targetType: string, targetId: string | null, reason: string | null, merchant: { id: string, name: string } | null };

export type AuditEntriesQueryVariables = Exact<{
  filter?: AuditFilterInput | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type AuditEntriesQuery = { auditEntries: { totalCount?: number, nodes: Array<{ id: string, occurredAt: string, actor: string, actorName: string, role: string | null, action: string, targetType: string, targetId: string | null, reason: string | null, merchant: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AuditEntryQueryVariables = Exact<{
  id: string;
}>;


export type AuditEntryQuery = { auditEntry: { ip: string | null, userAgent: string | null, correlationId: string, id: string, occurredAt: string, actor: string, actorName: string, role: string | null, action: string, targetType: string, targetId: string | null, reason: string | null, changes: Array<{ field: string, before: string | null, after: string | null }>, merchant: { id: string, name: string } | null } | null };

export type AuditChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditChoicesQuery = { auditActions: Array<string>, staffMembers: Array<{ id: string, name: string }> };

export type BalanceQueryVariables = Exact<{
  merchantId: string;
}>;


export type BalanceQuery = { balance: { merchantId: string, currency: string, pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, totalCents: string, owedToServiceCents: string, toReceiveCents: string, availableForPayoutCents: string, payoutsSuspended: boolean, asOf: string, suspensionReasons: Array<{ code: string, message: string, since: string, caseId: string | null }> } };

export type BalanceAtQueryVariables = Exact<{
  merchantId: string;
  asOf: string;
}>;


export type BalanceAtQuery = { balanceAt: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string } };

export type BalanceHistoryQueryVariables = Exact<{
  merchantId: string;
  from: string;
  to: string;
  zone: string;
}>;


export type BalanceHistoryQuery = { balanceHistory: Array<{ day: string, asOf: string, pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string }> };

export type DisputeFieldsFragment = { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null };

export type CaseFieldsFragment = { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null };

export type CasesQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  kind?: Array<CaseKind> | CaseKind | null | undefined;
  status?: Array<CaseStatus> | CaseStatus | null | undefined;
  hasException?: boolean | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type CasesQuery = { cases: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CaseQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type CaseQuery = { financialCase: { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null } };

export type DecideDisputeMutationVariables = Exact<{
  merchantId: string;
  caseId: string;
  decision: DisputeDecision;
  reason: string;
  amountCents?: string | null | undefined;
  returnedBy?: ReturnedBy | null | undefined;
}>;


export type DecideDisputeMutation = { decideDispute: { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null } };

export type SubmitDisputeEvidenceMutationVariables = Exact<{
  merchantId: string;
  caseId: string;
  evidence: string;
}>;


export type SubmitDisputeEvidenceMutation = { submitDisputeEvidence: { id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null } };

export type RetryReturnMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type RetryReturnMutation = { retryReturn: { id: string } };

export type AttemptFieldsFragment = { n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } };

export type DeliveryFieldsFragment = { id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> };

export type ChargeQueryVariables = Exact<{
  id: string;
}>;


export type ChargeQuery = { charge: { id: string, merchantId: string, orderReference: string, amountCents: string, currency: string, description: string | null, status: ChargeStatus, feePercentBps: number, feeFixedCents: string, feeCents: string | null, netCents: string | null, reserveCents: string | null, refundedCents: string, expiresAt: string | null, paidAt: string | null, latePayment: boolean, createdAt: string, updatedAt: string, endToEndId: string | null, paymentsCount: number, refundableCents: string, correlationIds: Array<string>, failureMessage: string | null, payerName: string | null, payerDocumentMasked: string | null, merchant: { id: string, name: string, documentMasked: string }, pix: { qrCodePayload: string | null, txid: string | null, expiresAt: string | null } | null, refunds: Array<{ id: string, amountCents: string, status: RefundStatus, reason: RefundReason | null, description: string | null, requestedAt: string, completedAt: string | null, failureMessage: string | null, returnId: string | null }>, cases: Array<{ id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null }>, payments: Array<{ id: string, endToEndId: string, amountCents: string, classification: string, paidAt: string, recordedAt: string, settledAt: string | null, difference: ReconciliationExceptionState | null, disputeRefusal: string | null }>, journalLines: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, reversesId: string | null, reversedById: string | null }>, events: Array<{ id: string, type: string, createdAt: string, body: string, outcome: { succeeded: number, pending: number, failed: number }, deliveries: Array<{ id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> }> | null }>, timeline: Array<{ at: string, kind: string, detail: string | null, eventType: string | null, attempts: number | null, lastStatusCode: number | null, lastError: string | null, deliveryId: string | null, eventId: string | null, journalId: string | null }> } | null };

export type RefundFieldsFragment = { id: string, amountCents: string, status: RefundStatus, reason: RefundReason | null, description: string | null, requestedAt: string, completedAt: string | null, failureMessage: string | null, returnId: string | null };

export type RequestRefundMutationVariables = Exact<{
  merchantId: string;
  chargeId: string;
  amountCents?: string | null | undefined;
  reason?: RefundReason | null | undefined;
  description?: string | null | undefined;
  idempotencyKey: string;
}>;


export type RequestRefundMutation = { requestRefund: { replayed: boolean, refund: { id: string, amountCents: string, status: RefundStatus, reason: RefundReason | null, description: string | null, requestedAt: string, completedAt: string | null, failureMessage: string | null, returnId: string | null } } };

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

export type ChargeRowFragment = { id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } };

export type ChargesQueryVariables = Exact<{
  filter?: ChargeFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type ChargesQuery = { charges: { totalCount?: number, nodes: Array<{ id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type PositionsFieldsFragment = { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string };

export type HomeQueryVariables = Exact<{
  zone: string;
}>;


export type HomeQuery = { home: { support: { createdTooLong: number, deliveryLagSeconds: number, failingEndpoints: number, openDisputes: number, chargesCreatedTooLong: Array<{ id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } }>, endpointsFailing: Array<{ id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, merchant: { id: string, name: string }, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } }>, disputesOpen: Array<{ id: string, merchantId: string, kind: CaseKind, status: CaseStatus, amountCents: string, heldCents: string, heldPayerCents: string, shortCents: string, exception: string | null, chargeId: string | null, orderReference: string | null, endToEndId: string | null, refundId: string | null, openedAt: string, closedAt: string | null, merchant: { id: string, name: string }, dispute: { origin: string, nature: string, policy: DisputePolicy, status: DisputeStatus, result: DisputeResult | null, description: string | null, evidence: string | null, evidenceAt: string | null, openedAt: string, answerUntil: string, decidedAt: string | null, decidedCents: string | null, returnedBy: ReturnedBy | null, returnedCents: string, closedAt: string | null } | null }> } | null, finance: { positions: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, today: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, sevenDays: { pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, receivableCents: string, totalCents: string, asOf: string }, lastPayouts: Array<{ id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null }>, suspendedMerchants: Array<{ merchantId: string, codes: Array<string>, merchant: { id: string, name: string } }>, ledgerVerdict: { sound: boolean, finishedAt: string, entriesCount: number, findingsCount: number } | null } | null } };

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

export type BankAccountFieldsFragment = { id: string, ispb: string, branch: string, accountMasked: string, type: BankAccountType, holderName: string, holderDocumentMasked: string, createdAt: string };

export type MerchantListQueryVariables = Exact<{ [key: string]: never; }>;


export type MerchantListQuery = { merchants: Array<{ id: string, name: string, documentMasked: string, environment: string, createdAt: string, suspensionCodes: Array<string>, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy, disputePolicy: DisputePolicy, payoutsByService: boolean, payoutsSuspended: boolean, amountCeilingCents: string | null, readRate: number, writeRate: number, searchRate: number } }> };

export type MerchantQueryVariables = Exact<{
  id: string;
}>;


export type MerchantQuery = { merchant: { id: string, name: string, documentMasked: string, environment: string, createdAt: string, suspensionCodes: Array<string>, payoutHold: { heldBy: string, heldAt: string, reason: string } | null, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy, disputePolicy: DisputePolicy, payoutsByService: boolean, payoutsSuspended: boolean, amountCeilingCents: string | null, readRate: number, writeRate: number, searchRate: number, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string, type: BankAccountType, holderName: string, holderDocumentMasked: string, createdAt: string } | null }, termsHistory: Array<{ version: number, validFrom: string, changedBy: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy, disputePolicy: DisputePolicy, payoutsByService: boolean, payoutsSuspended: boolean, amountCeilingCents: string | null, readRate: number, writeRate: number, searchRate: number, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string, type: BankAccountType, holderName: string, holderDocumentMasked: string, createdAt: string } | null } }> } };

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

export type PayoutFieldsFragment = { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null };

export type PayoutsQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  state?: Array<PayoutState> | PayoutState | null | undefined;
  paidFrom?: string | null | undefined;
  paidTo?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type PayoutsQuery = { payouts: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

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


export type PayoutQuery = { payout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, journalLines: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, reversesId: string | null, reversedById: string | null, payoutId: string | null, charge: { id: string, orderReference: string, endToEndId: string | null } | null }>, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } };

export type PayoutRoomQueryVariables = Exact<{
  merchantId: string;
}>;


export type PayoutRoomQuery = { balance: { availableCents: string, payoutsSuspended: boolean, suspensionReasons: Array<{ code: string, message: string, since: string, caseId: string | null }> }, merchant: { id: string, terms: { bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } } };

export type RecordPayoutMutationVariables = Exact<{
  merchantId: string;
  amountCents: string;
  externalReference: string;
  paidAt: string;
  forceReason?: string | null | undefined;
}>;


export type RecordPayoutMutation = { recordPayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } };

export type ReservePayoutMutationVariables = Exact<{
  merchantId: string;
  amountCents: string;
  forceReason?: string | null | undefined;
  idempotencyKey: string;
}>;


export type ReservePayoutMutation = { reservePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } };

export type SettlePayoutMutationVariables = Exact<{
  merchantId: string;
  id: string;
  externalReference: string;
  paidAt: string;
}>;


export type SettlePayoutMutation = { settlePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } };

export type ReleasePayoutMutationVariables = Exact<{
  merchantId: string;
  id: string;
  reason: string;
}>;


export type ReleasePayoutMutation = { releasePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } };

export type ReversePayoutMutationVariables = Exact<{
  merchantId: string;
  id: string;
  reason: string;
}>;


export type ReversePayoutMutation = { reversePayout: { id: string, merchantId: string, amountCents: string, state: PayoutState, externalReference: string | null, paidAt: string | null, reservedAt: string | null, createdAt: string, createdBy: string, note: string | null, journalId: string | null, merchant: { id: string, name: string }, bankAccount: { id: string, ispb: string, branch: string, accountMasked: string } | null } };

export type ReconciliationExceptionsQueryVariables = Exact<{
  merchantId?: string | null | undefined;
  state?: ReconciliationExceptionState | null | undefined;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type ReconciliationExceptionsQuery = { reconciliationExceptions: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, kind: ReconciliationExceptionKind, state: ReconciliationExceptionState, endToEndId: string, chargeId: string | null, openedAt: string, checkedAt: string, closedAt: string | null, closedBy: string | null, resolution: string | null, remedy: ReconciliationRemedy | null, leftUnsettled: boolean, merchant: { id: string, name: string }, details: Array<{ name: string, value: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LedgerVerdictQueryVariables = Exact<{ [key: string]: never; }>;


export type LedgerVerdictQuery = { ledgerVerdict: { id: string, sound: boolean, startedAt: string, finishedAt: string, requestedBy: string, merchantsCount: number, entriesCount: number, findingsCount: number, findings: Array<{ invariant: number, name: string, what: string, merchantId: string | null, journalId: string | null }> } | null };

export type CloseReconciliationExceptionMutationVariables = Exact<{
  merchantId: string;
  id: string;
  resolution: string;
  remedy: ReconciliationRemedy;
}>;


export type CloseReconciliationExceptionMutation = { closeReconciliationException: { id: string } };

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { search: Array<{ kind: SearchHitKind, id: string, merchantId: string, title: string | null, detail: string | null, amountCents: string | null, path: string, merchant: { id: string, name: string } }> };

export type StatementLineFragment = { merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, reversesId: string | null, reversedById: string | null, payoutId: string | null, charge: { id: string, orderReference: string, endToEndId: string | null } | null };

export type StatementQueryVariables = Exact<{
  filter: StatementFilter;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type StatementQuery = { statement: { totalCount?: number, asOf: string, nodes: Array<{ merchantId: string, journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, reversesId: string | null, reversedById: string | null, payoutId: string | null, charge: { id: string, orderReference: string, endToEndId: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

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


export type WebhookReplaysQuery = { webhookReplays: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, endpointId: string, source: WebhookReplaySource, eventTypes: Array<string>, deliveryStatus: WebhookReplayedStatus | null, fromAt: string, toAt: string, includeSucceeded: boolean, status: WebhookReplayStatus, matched: number, queued: number, done: number, failed: number, createdAt: string, finishedAt: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookReplayQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookReplayQuery = { webhookReplay: { id: string, merchantId: string, endpointId: string, source: WebhookReplaySource, eventTypes: Array<string>, deliveryStatus: WebhookReplayedStatus | null, fromAt: string, toAt: string, includeSucceeded: boolean, status: WebhookReplayStatus, matched: number, queued: number, done: number, failed: number, createdAt: string, finishedAt: string | null } };

export type PreviewReplayMutationVariables = Exact<{
  merchantId: string;
  filter: WebhookReplayFilter;
}>;


export type PreviewReplayMutation = { replayWebhooks: { matched: number, exceedsLimit: boolean } };

export type StartReplayMutationVariables = Exact<{
  merchantId: string;
  filter: WebhookReplayFilter;
  reason: string;
}>;


export type StartReplayMutation = { replayWebhooks: { matched: number, replay: { id: string } | null } };

export type EndpointFieldsFragment = { id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } };

export type WebhookEndpointsQueryVariables = Exact<{
  merchantId: string;
}>;


export type WebhookEndpointsQuery = { webhookEndpoints: Array<{ id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } }> };

export type EndpointPerformanceFragment = { windows: Array<{ hours: number, succeeded: number, failed: number, p50Ms: number | null, p95Ms: number | null }>, errors24h: Array<{ errorClass: string, attempts: number }> };

export type WebhookEndpointQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookEndpointQuery = { webhookEndpoint: { id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null }, windows: Array<{ hours: number, succeeded: number, failed: number, p50Ms: number | null, p95Ms: number | null }>, errors24h: Array<{ errorClass: string, attempts: number }> } | null };

export type WebhookEndpointHistoryQueryVariables = Exact<{
  merchantId: string;
  endpointId: string;
  from: string;
  to: string;
  zone: string;
  step: WebhookHistoryStep;
}>;


export type WebhookEndpointHistoryQuery = { webhookEndpointHistory: Array<{ from: string, succeeded: number, failed: number, p50Ms: number | null, p95Ms: number | null }> };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter: WebhookDeliveryFilter;
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookEventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookEventTypesQuery = { webhookEventTypes: Array<string> };

export type RegisterWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  url: string;
  eventTypes: Array<string> | string;
}>;


export type RegisterWebhookEndpointMutation = { registerWebhookEndpoint: { signingSecret: string, endpoint: { id: string } } };

export type TurnOffWebhookEndpointMutationVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type TurnOffWebhookEndpointMutation = { turnOffWebhookEndpoint: { id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } } };

export type WebhookFleetQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  count?: boolean;
}>;


export type WebhookFleetQuery = { webhookEndpointFleet: { totalCount?: number, nodes: Array<{ id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, maxInFlight: number, ratePerSecond: number, merchant: { id: string, name: string }, lag: { due: number, lagSeconds: number }, errors24h: Array<{ errorClass: string, attempts: number }>, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type WebhookDeliveryQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookDeliveryQuery = { webhookDelivery: { id: string, merchantId: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, event: { id: string, body: string, chargeId: string | null } | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, remoteIp: string | null, responseBody: string | null, responseTruncated: boolean, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }>, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } }> } };

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
export const MerchantFieldsFragmentDoc = new TypedDocumentString(`
    fragment MerchantFields on Merchant {
  id
  name
  documentMasked
  createdAt
  terms {
    pixEnabled
    feePercentBps
    feeFixedCents
    reserveBps
    reserveDays
    settlementDelayDays
    refundFeePolicy
  }
}
    `, {"fragmentName":"MerchantFields"}) as unknown as TypedDocumentString<MerchantFieldsFragment, unknown>;
export const StaffFieldsFragmentDoc = new TypedDocumentString(`
    fragment StaffFields on Staff {
  id
  email
  name
  role
  permissions
}
    `, {"fragmentName":"StaffFields"}) as unknown as TypedDocumentString<StaffFieldsFragment, unknown>;
export const ApiKeyFieldsFragmentDoc = new TypedDocumentString(`
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  expiresAt
  createdAt
  revokedAt
  lastUsedAt
  createdBy
}
    `, {"fragmentName":"ApiKeyFields"}) as unknown as TypedDocumentString<ApiKeyFieldsFragment, unknown>;
export const AuditFieldsFragmentDoc = new TypedDocumentString(`
    fragment AuditFields on AuditEntry {
  id
  occurredAt
  actor
  actorName
  role
  action
  targetType
  targetId
  reason
  merchant {
    id
    name
  }
}
    `, {"fragmentName":"AuditFields"}) as unknown as TypedDocumentString<AuditFieldsFragment, unknown>;
export const DisputeFieldsFragmentDoc = new TypedDocumentString(`
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
    `, {"fragmentName":"DisputeFields"}) as unknown as TypedDocumentString<DisputeFieldsFragment, unknown>;
export const CaseFieldsFragmentDoc = new TypedDocumentString(`
    fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}`, {"fragmentName":"CaseFields"}) as unknown as TypedDocumentString<CaseFieldsFragment, unknown>;
export const AttemptFieldsFragmentDoc = new TypedDocumentString(`
    fragment AttemptFields on WebhookAttempt {
  n
  trigger
  startedAt
  durationMs
  statusCode
  errorClass
  errorDetail
  remoteIp
  requestHeaders {
    name
    value
  }
  responseHeaders {
    name
    value
  }
  responseBody
  responseTruncated
  timings {
    dnsMs
    connectMs
    tlsMs
    firstByteMs
    totalMs
  }
}
    `, {"fragmentName":"AttemptFields"}) as unknown as TypedDocumentString<AttemptFieldsFragment, unknown>;
export const DeliveryFieldsFragmentDoc = new TypedDocumentString(`
    fragment DeliveryFields on WebhookDelivery {
  id
  merchantId
  eventId
  eventType
  endpointId
  endpointUrl
  status
  attempts
  lastStatusCode
  lastError
  nextAttemptAt
  createdAt
  finishedAt
  attemptLog {
    ...AttemptFields
  }
}
    fragment AttemptFields on WebhookAttempt {
  n
  trigger
  startedAt
  durationMs
  statusCode
  errorClass
  errorDetail
  remoteIp
  requestHeaders {
    name
    value
  }
  responseHeaders {
    name
    value
  }
  responseBody
  responseTruncated
  timings {
    dnsMs
    connectMs
    tlsMs
    firstByteMs
    totalMs
  }
}`, {"fragmentName":"DeliveryFields"}) as unknown as TypedDocumentString<DeliveryFieldsFragment, unknown>;
export const RefundFieldsFragmentDoc = new TypedDocumentString(`
    fragment RefundFields on Refund {
  id
  amountCents
  status
  reason
  description
  requestedAt
  completedAt
  failureMessage
  returnId
}
    `, {"fragmentName":"RefundFields"}) as unknown as TypedDocumentString<RefundFieldsFragment, unknown>;
export const ChargeRowFragmentDoc = new TypedDocumentString(`
    fragment ChargeRow on Charge {
  id
  merchant {
    id
    name
  }
  orderReference
  amountCents
  refundedCents
  status
  description
  payerName
  latePayment
  paymentsCount
  createdAt
  paidAt
}
    `, {"fragmentName":"ChargeRow"}) as unknown as TypedDocumentString<ChargeRowFragment, unknown>;
export const PositionsFieldsFragmentDoc = new TypedDocumentString(`
    fragment PositionsFields on Positions {
  pendingCents
  availableCents
  contractReserveCents
  blockedCents
  payoutReservedCents
  receivableCents
  totalCents
  asOf
}
    `, {"fragmentName":"PositionsFields"}) as unknown as TypedDocumentString<PositionsFieldsFragment, unknown>;
export const TermsFieldsFragmentDoc = new TypedDocumentString(`
    fragment TermsFields on MerchantTerms {
  pixEnabled
  feePercentBps
  feeFixedCents
  reserveBps
  reserveDays
  settlementDelayDays
  refundFeePolicy
  disputePolicy
  payoutsByService
  payoutsSuspended
  amountCeilingCents
  readRate
  writeRate
  searchRate
}
    `, {"fragmentName":"TermsFields"}) as unknown as TypedDocumentString<TermsFieldsFragment, unknown>;
export const BankAccountFieldsFragmentDoc = new TypedDocumentString(`
    fragment BankAccountFields on BankAccount {
  id
  ispb
  branch
  accountMasked
  type
  holderName
  holderDocumentMasked
  createdAt
}
    `, {"fragmentName":"BankAccountFields"}) as unknown as TypedDocumentString<BankAccountFieldsFragment, unknown>;
export const PayoutFieldsFragmentDoc = new TypedDocumentString(`
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}
    `, {"fragmentName":"PayoutFields"}) as unknown as TypedDocumentString<PayoutFieldsFragment, unknown>;
export const StatementLineFragmentDoc = new TypedDocumentString(`
    fragment StatementLine on JournalLine {
  merchantId
  journalId
  lineNo
  eventType
  description
  economicAt
  postedAt
  position
  amountCents
  balanceAfterCents
  sourceType
  sourceId
  reversesId
  reversedById
  charge {
    id
    orderReference
    endToEndId
  }
  payoutId
}
    `, {"fragmentName":"StatementLine"}) as unknown as TypedDocumentString<StatementLineFragment, unknown>;
export const MemberFieldsFragmentDoc = new TypedDocumentString(`
    fragment MemberFields on StaffMember {
  id
  name
  email
  role
  disabledAt
  hasTotp
  lastSeenAt
  createdAt
}
    `, {"fragmentName":"MemberFields"}) as unknown as TypedDocumentString<MemberFieldsFragment, unknown>;
export const InvitationFieldsFragmentDoc = new TypedDocumentString(`
    fragment InvitationFields on StaffInvitation {
  id
  name
  email
  role
  invitedBy
  createdAt
  expiresAt
}
    `, {"fragmentName":"InvitationFields"}) as unknown as TypedDocumentString<InvitationFieldsFragment, unknown>;
export const ReplayFieldsFragmentDoc = new TypedDocumentString(`
    fragment ReplayFields on WebhookReplay {
  id
  merchantId
  endpointId
  source
  eventTypes
  deliveryStatus
  fromAt
  toAt
  includeSucceeded
  status
  matched
  queued
  done
  failed
  createdAt
  finishedAt
}
    `, {"fragmentName":"ReplayFields"}) as unknown as TypedDocumentString<ReplayFieldsFragment, unknown>;
export const EndpointFieldsFragmentDoc = new TypedDocumentString(`
    fragment EndpointFields on WebhookEndpoint {
  id
  merchantId
  url
  eventTypes
  status
  secretLast4
  createdAt
  consecutiveFailures
  failingSince
  pausedUntil
  disabledReason
  lastSuccessAt
  lastFailureAt
  maxInFlight
  ratePerSecond
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}
    `, {"fragmentName":"EndpointFields"}) as unknown as TypedDocumentString<EndpointFieldsFragment, unknown>;
export const EndpointPerformanceFragmentDoc = new TypedDocumentString(`
    fragment EndpointPerformance on WebhookEndpoint {
  windows {
    hours
    succeeded
    failed
    p50Ms
    p95Ms
  }
  errors24h {
    errorClass
    attempts
  }
}
    `, {"fragmentName":"EndpointPerformance"}) as unknown as TypedDocumentString<EndpointPerformanceFragment, unknown>;
export const IdentityFieldsFragmentDoc = new TypedDocumentString(`
    fragment IdentityFields on StaffIdentity {
  issuer
  subject
  linkedAt
}
    `, {"fragmentName":"IdentityFields"}) as unknown as TypedDocumentString<IdentityFieldsFragment, unknown>;
export const SessionFieldsFragmentDoc = new TypedDocumentString(`
    fragment SessionFields on StaffSession {
  id
  startedAt
  lastSeenAt
  ip
  userAgent
  current
}
    `, {"fragmentName":"SessionFields"}) as unknown as TypedDocumentString<SessionFieldsFragment, unknown>;
export const ViewFieldsFragmentDoc = new TypedDocumentString(`
    fragment ViewFields on SavedView {
  id
  page
  name
  search
  mine
  savedBy
  sharedWith
}
    `, {"fragmentName":"ViewFields"}) as unknown as TypedDocumentString<ViewFieldsFragment, unknown>;
export const MerchantsDocument = new TypedDocumentString(`
    query Merchants {
  merchants {
    ...MerchantFields
  }
}
    fragment MerchantFields on Merchant {
  id
  name
  documentMasked
  createdAt
  terms {
    pixEnabled
    feePercentBps
    feeFixedCents
    reserveBps
    reserveDays
    settlementDelayDays
    refundFeePolicy
  }
}`, {"hash":"sha256:a29d2bb311bc02c3b08e3b5af5683e53c9f73604577932b39baf62ee53b10280"}) as unknown as TypedDocumentString<MerchantsQuery, MerchantsQueryVariables>;
export const ReplayWebhookDeliveryDocument = new TypedDocumentString(`
    mutation ReplayWebhookDelivery($merchantId: ID!, $id: ID!) {
  replayWebhookDelivery(merchantId: $merchantId, id: $id) {
    id
    status
  }
}
    `, {"hash":"sha256:b22188214fb66f25638912fa1c6d5329f25366f968e0658032bb8f50f70416fe"}) as unknown as TypedDocumentString<ReplayWebhookDeliveryMutation, ReplayWebhookDeliveryMutationVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    ...StaffFields
  }
}
    fragment StaffFields on Staff {
  id
  email
  name
  role
  permissions
}`, {"hash":"sha256:722a6eb864e594dede86d487dffb5a1d4fa4171e6e9a8b890c02d7e0d91164ea"}) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const SignInWaysDocument = new TypedDocumentString(`
    query SignInWays {
  signInWays {
    provider
    anybodyByPassword
  }
}
    `, {"hash":"sha256:4b53f3c0d5f86baeb1e73db8b6f8b4cd2e7bfe02022c1d96acd14c18d7eb5d54"}) as unknown as TypedDocumentString<SignInWaysQuery, SignInWaysQueryVariables>;
export const ProvedDocument = new TypedDocumentString(`
    query Proved {
  accountSecurity {
    proved
  }
}
    `, {"hash":"sha256:24311bf2ea2abc86524e0a22ef8ead9a7f14b14006b1736dc945e60378e673f8"}) as unknown as TypedDocumentString<ProvedQuery, ProvedQueryVariables>;
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($email: String!, $password: String!) {
  signIn(email: $email, password: $password) {
    next
    staff {
      ...StaffFields
    }
  }
}
    fragment StaffFields on Staff {
  id
  email
  name
  role
  permissions
}`, {"hash":"sha256:cbbaf66a77396c44d42ed151f7b311afa8cc8941c9bf91f73a7f481b812caec0"}) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignInWithCodeDocument = new TypedDocumentString(`
    mutation SignInWithCode($code: String!) {
  signInWithCode(code: $code) {
    staff {
      ...StaffFields
    }
  }
}
    fragment StaffFields on Staff {
  id
  email
  name
  role
  permissions
}`, {"hash":"sha256:2902f5a8527ac20715b51f1197da81586ea7b022c2041057837edb42654a28ca"}) as unknown as TypedDocumentString<SignInWithCodeMutation, SignInWithCodeMutationVariables>;
export const BeginEnrolmentDocument = new TypedDocumentString(`
    mutation BeginEnrolment {
  beginEnrolment {
    secret
    uri
  }
}
    `, {"hash":"sha256:a82db4f5a53843dc1f3bafc95a3a3a6cd63c9a56fe9879eb30f92f7c4076fa99"}) as unknown as TypedDocumentString<BeginEnrolmentMutation, BeginEnrolmentMutationVariables>;
export const ConfirmEnrolmentDocument = new TypedDocumentString(`
    mutation ConfirmEnrolment($code: String!) {
  confirmEnrolment(code: $code) {
    staff {
      ...StaffFields
    }
    recoveryCodes
  }
}
    fragment StaffFields on Staff {
  id
  email
  name
  role
  permissions
}`, {"hash":"sha256:8be5ee9f067a6e141579fbf2e5a6abf670968733543350aca572b30cf9001a46"}) as unknown as TypedDocumentString<ConfirmEnrolmentMutation, ConfirmEnrolmentMutationVariables>;
export const AccountSecurityDocument = new TypedDocumentString(`
    query AccountSecurity {
  accountSecurity {
    method
    hasTotp
    needsTotp
    recoveryCodesLeft
    identities {
      ...IdentityFields
    }
  }
}
    fragment IdentityFields on StaffIdentity {
  issuer
  subject
  linkedAt
}`, {"hash":"sha256:01f1080d1e22bb4c7fdcddf9b6535b2bbb34012e8ca48e7ee591e5f8c488e95f"}) as unknown as TypedDocumentString<AccountSecurityQuery, AccountSecurityQueryVariables>;
export const UnlinkMyIdentityDocument = new TypedDocumentString(`
    mutation UnlinkMyIdentity($issuer: String!) {
  unlinkMyIdentity(issuer: $issuer)
}
    `, {"hash":"sha256:f07b34816a10d5f345011c9aca78404b5c1f699779cd003f9b9ea0c241440cde"}) as unknown as TypedDocumentString<UnlinkMyIdentityMutation, UnlinkMyIdentityMutationVariables>;
export const StepUpDocument = new TypedDocumentString(`
    mutation StepUp($code: String!) {
  stepUp(code: $code)
}
    `, {"hash":"sha256:8cb00ac7c19dbfbd9b13aadc7d9049456cc165729b4f090899ece7cab49be203"}) as unknown as TypedDocumentString<StepUpMutation, StepUpMutationVariables>;
export const BeginTotpDocument = new TypedDocumentString(`
    mutation BeginTotp($password: String!) {
  beginTotp(password: $password) {
    secret
    uri
  }
}
    `, {"hash":"sha256:4d18cc8a7cf52dd82a5a9e341ff09b358763c8cd783be48cd4f3d83818de9daf"}) as unknown as TypedDocumentString<BeginTotpMutation, BeginTotpMutationVariables>;
export const ConfirmTotpDocument = new TypedDocumentString(`
    mutation ConfirmTotp($code: String!) {
  confirmTotp(code: $code) {
    recoveryCodes
  }
}
    `, {"hash":"sha256:ef2e8f02c09a0365c2ef90df743a5e9ebc83802361f9bfc8925e10ec28574efb"}) as unknown as TypedDocumentString<ConfirmTotpMutation, ConfirmTotpMutationVariables>;
export const RenewRecoveryCodesDocument = new TypedDocumentString(`
    mutation RenewRecoveryCodes {
  renewRecoveryCodes
}
    `, {"hash":"sha256:2949a6d24f411daa6cd4958cd29b97ceef11e2924032db150b357c8427b344e3"}) as unknown as TypedDocumentString<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($current: String!, $password: String!) {
  changePassword(current: $current, password: $password)
}
    `, {"hash":"sha256:fd9277eafbf0ff951ba3c0eab827235755950c6789a32300157bf933f5024636"}) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const ExtendSessionDocument = new TypedDocumentString(`
    mutation ExtendSession {
  extendSession
}
    `, {"hash":"sha256:b0c809d8c914d04ed4f807209be44154c23049af4b0d7bbda03549aff5cc3bcf"}) as unknown as TypedDocumentString<ExtendSessionMutation, ExtendSessionMutationVariables>;
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut {
  signOut
}
    `, {"hash":"sha256:39300be1f6ff47633a8c264de2a924d5b71367b646d3bf86d82d7c51c6543956"}) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const MySessionsDocument = new TypedDocumentString(`
    query MySessions {
  mySessions {
    ...SessionFields
  }
}
    fragment SessionFields on StaffSession {
  id
  startedAt
  lastSeenAt
  ip
  userAgent
  current
}`, {"hash":"sha256:0dd98f1e84597164913dbe3ba8ccfdb75d3032e9cb74fb1d84eabb5ab844d231"}) as unknown as TypedDocumentString<MySessionsQuery, MySessionsQueryVariables>;
export const EndMySessionDocument = new TypedDocumentString(`
    mutation EndMySession($id: ID!) {
  endMySession(id: $id)
}
    `, {"hash":"sha256:e582d9eb9585192d7a3c03852caafd1b2b9cd78186f41072e8843f2a2dee8cd2"}) as unknown as TypedDocumentString<EndMySessionMutation, EndMySessionMutationVariables>;
export const EndMyOtherSessionsDocument = new TypedDocumentString(`
    mutation EndMyOtherSessions {
  endMyOtherSessions
}
    `, {"hash":"sha256:567368bb6e3171db32adc640e86df33a7408edea661d513cb4b9b459f61ba674"}) as unknown as TypedDocumentString<EndMyOtherSessionsMutation, EndMyOtherSessionsMutationVariables>;
export const ApiKeysDocument = new TypedDocumentString(`
    query ApiKeys($merchantId: ID!) {
  apiKeys(merchantId: $merchantId) {
    ...ApiKeyFields
  }
}
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  expiresAt
  createdAt
  revokedAt
  lastUsedAt
  createdBy
}`, {"hash":"sha256:ea296f64ac0ff7728294d83b791a430a80136d8de5036d72ef6dc4b1504aae80"}) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const ApiKeyScopesDocument = new TypedDocumentString(`
    query ApiKeyScopes {
  apiKeyScopes
}
    `, {"hash":"sha256:c77c52a2aa1f3d05812a292d5ad5c7879e0a81eaabccc2beaad757e799027ef8"}) as unknown as TypedDocumentString<ApiKeyScopesQuery, ApiKeyScopesQueryVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey {
      id
      name
    }
    key
  }
}
    `, {"hash":"sha256:8dced2cf0d53a9abd45f889514399ab108686790fb1f565bf3732370ddc7da6a"}) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($merchantId: ID!, $id: ID!) {
  revokeApiKey(merchantId: $merchantId, id: $id) {
    ...ApiKeyFields
  }
}
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  expiresAt
  createdAt
  revokedAt
  lastUsedAt
  createdBy
}`, {"hash":"sha256:7daddb7456ede6cee1a9a0c7954db4f798bb849bc1a5d21bd43d8cbd54bff157"}) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const AuditEntriesDocument = new TypedDocumentString(`
    query AuditEntries($filter: AuditFilterInput, $first: Int, $after: String, $count: Boolean! = false) {
  auditEntries(filter: $filter, first: $first, after: $after) {
    nodes {
      ...AuditFields
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AuditFields on AuditEntry {
  id
  occurredAt
  actor
  actorName
  role
  action
  targetType
  targetId
  reason
  merchant {
    id
    name
  }
}`, {"hash":"sha256:fc5f9adb0e8d8f837f3e31b17aebb42b0795903edd2961c747327b52ac1080d4"}) as unknown as TypedDocumentString<AuditEntriesQuery, AuditEntriesQueryVariables>;
export const AuditEntryDocument = new TypedDocumentString(`
    query AuditEntry($id: ID!) {
  auditEntry(id: $id) {
    ...AuditFields
    ip
    userAgent
    correlationId
    changes {
      field
      before
      after
    }
  }
}
    fragment AuditFields on AuditEntry {
  id
  occurredAt
  actor
  actorName
  role
  action
  targetType
  targetId
  reason
  merchant {
    id
    name
  }
}`, {"hash":"sha256:b2e01e7f402bd3857ef412a160bf5bea197ddddce0548da21c1b3ed99a7321ba"}) as unknown as TypedDocumentString<AuditEntryQuery, AuditEntryQueryVariables>;
export const AuditChoicesDocument = new TypedDocumentString(`
    query AuditChoices {
  auditActions
  staffMembers {
    id
    name
  }
}
    `, {"hash":"sha256:634a5e171e28d25c04567ce30f64f7367ca7ab4f3c1465ba3b7d211b274ca1c1"}) as unknown as TypedDocumentString<AuditChoicesQuery, AuditChoicesQueryVariables>;
export const BalanceDocument = new TypedDocumentString(`
    query Balance($merchantId: ID!) {
  balance(merchantId: $merchantId) {
    merchantId
    currency
    pendingCents
    availableCents
    contractReserveCents
    blockedCents
    payoutReservedCents
    totalCents
    owedToServiceCents
    toReceiveCents
    availableForPayoutCents
    payoutsSuspended
    suspensionReasons {
      code
      message
      since
      caseId
    }
    asOf
  }
}
    `, {"hash":"sha256:23393d762bf1ac237b82f02118da60e1e714d2ea9cbfa3d2157c8dbd3375763c"}) as unknown as TypedDocumentString<BalanceQuery, BalanceQueryVariables>;
export const BalanceAtDocument = new TypedDocumentString(`
    query BalanceAt($merchantId: ID!, $asOf: DateTime!) {
  balanceAt(merchantId: $merchantId, asOf: $asOf) {
    pendingCents
    availableCents
    contractReserveCents
    blockedCents
    payoutReservedCents
    receivableCents
    totalCents
    asOf
  }
}
    `, {"hash":"sha256:139af42e106770327eca102a8544cce316df17b4b308825dfc38ade43120e67c"}) as unknown as TypedDocumentString<BalanceAtQuery, BalanceAtQueryVariables>;
export const BalanceHistoryDocument = new TypedDocumentString(`
    query BalanceHistory($merchantId: ID!, $from: DateTime!, $to: DateTime!, $zone: String!) {
  balanceHistory(merchantId: $merchantId, from: $from, to: $to, zone: $zone) {
    day
    asOf
    pendingCents
    availableCents
    contractReserveCents
    blockedCents
    payoutReservedCents
    receivableCents
    totalCents
  }
}
    `, {"hash":"sha256:b7f4cccbe61dbc15aaf9d0d22c4c5c87dbc7698099d5cf9984269b927c2008d8"}) as unknown as TypedDocumentString<BalanceHistoryQuery, BalanceHistoryQueryVariables>;
export const CasesDocument = new TypedDocumentString(`
    query Cases($merchantId: ID, $kind: [CaseKind!], $status: [CaseStatus!], $hasException: Boolean, $first: Int!, $after: String, $count: Boolean! = false) {
  cases(
    merchantId: $merchantId
    kind: $kind
    status: $status
    hasException: $hasException
    first: $first
    after: $after
  ) {
    nodes {
      ...CaseFields
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}`, {"hash":"sha256:976cb75c052d499a20ae38740e5dfe03418073c4dd1040b0c2065f2a8e9617a4"}) as unknown as TypedDocumentString<CasesQuery, CasesQueryVariables>;
export const CaseDocument = new TypedDocumentString(`
    query Case($merchantId: ID!, $id: ID!) {
  financialCase(merchantId: $merchantId, id: $id) {
    ...CaseFields
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}`, {"hash":"sha256:3af63d9cc2c68e034349f8f84b9c6c4e855a851ef597a61fc6fe8fcbe072a048"}) as unknown as TypedDocumentString<CaseQuery, CaseQueryVariables>;
export const DecideDisputeDocument = new TypedDocumentString(`
    mutation DecideDispute($merchantId: ID!, $caseId: ID!, $decision: DisputeDecision!, $reason: String!, $amountCents: Cents, $returnedBy: ReturnedBy) {
  decideDispute(
    merchantId: $merchantId
    caseId: $caseId
    decision: $decision
    reason: $reason
    amountCents: $amountCents
    returnedBy: $returnedBy
  ) {
    ...CaseFields
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}`, {"hash":"sha256:73a7d286ba92dbba6c78653fd6b93d0dfe3b79290805fbb593955d58a919f149"}) as unknown as TypedDocumentString<DecideDisputeMutation, DecideDisputeMutationVariables>;
export const SubmitDisputeEvidenceDocument = new TypedDocumentString(`
    mutation SubmitDisputeEvidence($merchantId: ID!, $caseId: ID!, $evidence: String!) {
  submitDisputeEvidence(
    merchantId: $merchantId
    caseId: $caseId
    evidence: $evidence
  ) {
    ...CaseFields
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}`, {"hash":"sha256:edd8ebe0cedfb9fbb15062afd675a5afbe90883ba084cef7ed302a19ddbdaeaf"}) as unknown as TypedDocumentString<SubmitDisputeEvidenceMutation, SubmitDisputeEvidenceMutationVariables>;
export const RetryReturnDocument = new TypedDocumentString(`
    mutation RetryReturn($merchantId: ID!, $id: ID!) {
  retryReturn(merchantId: $merchantId, id: $id) {
    id
  }
}
    `, {"hash":"sha256:ab9176a756ef0536a7618042697c13c5abd8bdd2f9f9c3f40a1cdd75c0ab496c"}) as unknown as TypedDocumentString<RetryReturnMutation, RetryReturnMutationVariables>;
export const ChargeDocument = new TypedDocumentString(`
    query Charge($id: ID!) {
  charge(id: $id) {
    id
    merchantId
    merchant {
      id
      name
      documentMasked
    }
    orderReference
    amountCents
    currency
    description
    status
    feePercentBps
    feeFixedCents
    feeCents
    netCents
    reserveCents
    refundedCents
    expiresAt
    paidAt
    latePayment
    createdAt
    updatedAt
    pix {
      qrCodePayload
      txid
      expiresAt
    }
    endToEndId
    paymentsCount
    refundableCents
    correlationIds
    refunds {
      ...RefundFields
    }
    cases {
      ...CaseFields
    }
    failureMessage
    payerName
    payerDocumentMasked
    payments {
      id
      endToEndId
      amountCents
      classification
      paidAt
      recordedAt
      settledAt
      difference
      disputeRefusal
    }
    journalLines {
      merchantId
      journalId
      lineNo
      eventType
      description
      economicAt
      postedAt
      position
      amountCents
      reversesId
      reversedById
    }
    events {
      id
      type
      createdAt
      body
      outcome {
        succeeded
        pending
        failed
      }
      deliveries {
        ...DeliveryFields
      }
    }
    timeline {
      at
      kind
      detail
      eventType
      attempts
      lastStatusCode
      lastError
      deliveryId
      eventId
      journalId
    }
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}
fragment AttemptFields on WebhookAttempt {
  n
  trigger
  startedAt
  durationMs
  statusCode
  errorClass
  errorDetail
  remoteIp
  requestHeaders {
    name
    value
  }
  responseHeaders {
    name
    value
  }
  responseBody
  responseTruncated
  timings {
    dnsMs
    connectMs
    tlsMs
    firstByteMs
    totalMs
  }
}
fragment DeliveryFields on WebhookDelivery {
  id
  merchantId
  eventId
  eventType
  endpointId
  endpointUrl
  status
  attempts
  lastStatusCode
  lastError
  nextAttemptAt
  createdAt
  finishedAt
  attemptLog {
    ...AttemptFields
  }
}
fragment RefundFields on Refund {
  id
  amountCents
  status
  reason
  description
  requestedAt
  completedAt
  failureMessage
  returnId
}`, {"hash":"sha256:1a10c95b56fa0345c8e6e56724cd1ee97e4ed5d506318c2b9ec8159fc9185d82"}) as unknown as TypedDocumentString<ChargeQuery, ChargeQueryVariables>;
export const RequestRefundDocument = new TypedDocumentString(`
    mutation RequestRefund($merchantId: ID!, $chargeId: ID!, $amountCents: Cents, $reason: RefundReason, $description: String, $idempotencyKey: String!) {
  requestRefund(
    merchantId: $merchantId
    chargeId: $chargeId
    amountCents: $amountCents
    reason: $reason
    description: $description
    idempotencyKey: $idempotencyKey
  ) {
    refund {
      ...RefundFields
    }
    replayed
  }
}
    fragment RefundFields on Refund {
  id
  amountCents
  status
  reason
  description
  requestedAt
  completedAt
  failureMessage
  returnId
}`, {"hash":"sha256:ebebbb865f23ba521e3602080ddaf1dbc4929ea786a096cfa83d5c81e795df01"}) as unknown as TypedDocumentString<RequestRefundMutation, RequestRefundMutationVariables>;
export const CancelChargeDocument = new TypedDocumentString(`
    mutation CancelCharge($merchantId: ID!, $chargeId: ID!) {
  cancelCharge(merchantId: $merchantId, chargeId: $chargeId) {
    id
    status
  }
}
    `, {"hash":"sha256:bd5ad00016a2f2c27c5dca5cd62e3f4da8e7d4af4eabf84d96f12eeae40de35a"}) as unknown as TypedDocumentString<CancelChargeMutation, CancelChargeMutationVariables>;
export const OpenDisputeDocument = new TypedDocumentString(`
    mutation OpenDispute($merchantId: ID!, $endToEndId: String!, $nature: String!, $amountCents: Cents, $description: String) {
  openDispute(
    merchantId: $merchantId
    endToEndId: $endToEndId
    nature: $nature
    amountCents: $amountCents
    description: $description
  ) {
    id
  }
}
    `, {"hash":"sha256:0a45c50d06aae6e877edf27fc05d7f82792a504d3db29bcb9c320c581991e59b"}) as unknown as TypedDocumentString<OpenDisputeMutation, OpenDisputeMutationVariables>;
export const ChargesDocument = new TypedDocumentString(`
    query Charges($filter: ChargeFilter, $first: Int!, $after: String, $count: Boolean! = false) {
  charges(filter: $filter, first: $first, after: $after) {
    nodes {
      ...ChargeRow
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ChargeRow on Charge {
  id
  merchant {
    id
    name
  }
  orderReference
  amountCents
  refundedCents
  status
  description
  payerName
  latePayment
  paymentsCount
  createdAt
  paidAt
}`, {"hash":"sha256:7df9b77282d5e1601c9e84ef7183b7d80ce72205830feb3274e58f80638ce30e"}) as unknown as TypedDocumentString<ChargesQuery, ChargesQueryVariables>;
export const HomeDocument = new TypedDocumentString(`
    query Home($zone: String!) {
  home(zone: $zone) {
    support {
      createdTooLong
      chargesCreatedTooLong {
        ...ChargeRow
      }
      deliveryLagSeconds
      failingEndpoints
      endpointsFailing {
        ...EndpointFields
        merchant {
          id
          name
        }
      }
      openDisputes
      disputesOpen {
        ...CaseFields
      }
    }
    finance {
      positions {
        ...PositionsFields
      }
      today {
        ...PositionsFields
      }
      sevenDays {
        ...PositionsFields
      }
      lastPayouts {
        ...PayoutFields
      }
      suspendedMerchants {
        merchantId
        merchant {
          id
          name
        }
        codes
      }
      ledgerVerdict {
        sound
        finishedAt
        entriesCount
        findingsCount
      }
    }
  }
}
    fragment DisputeFields on Dispute {
  origin
  nature
  policy
  status
  result
  description
  evidence
  evidenceAt
  openedAt
  answerUntil
  decidedAt
  decidedCents
  returnedBy
  returnedCents
  closedAt
}
fragment CaseFields on FinancialCase {
  id
  merchantId
  merchant {
    id
    name
  }
  kind
  status
  amountCents
  heldCents
  heldPayerCents
  shortCents
  exception
  chargeId
  orderReference
  endToEndId
  refundId
  openedAt
  closedAt
  dispute {
    ...DisputeFields
  }
}
fragment ChargeRow on Charge {
  id
  merchant {
    id
    name
  }
  orderReference
  amountCents
  refundedCents
  status
  description
  payerName
  latePayment
  paymentsCount
  createdAt
  paidAt
}
fragment PositionsFields on Positions {
  pendingCents
  availableCents
  contractReserveCents
  blockedCents
  payoutReservedCents
  receivableCents
  totalCents
  asOf
}
fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}
fragment EndpointFields on WebhookEndpoint {
  id
  merchantId
  url
  eventTypes
  status
  secretLast4
  createdAt
  consecutiveFailures
  failingSince
  pausedUntil
  disabledReason
  lastSuccessAt
  lastFailureAt
  maxInFlight
  ratePerSecond
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:6cb6f335dd6495ed658e6f5610f4a95d500aa800c271af5d3faa09d1381f941d"}) as unknown as TypedDocumentString<HomeQuery, HomeQueryVariables>;
export const InvitationOfferDocument = new TypedDocumentString(`
    query InvitationOffer($token: String!) {
  invitation(token: $token) {
    email
    name
    role
    expiresAt
  }
}
    `, {"hash":"sha256:d05ea996e7a8ab181952a4de1c9e2ee0b403af1a8a0b974190c29c17c341cace"}) as unknown as TypedDocumentString<InvitationOfferQuery, InvitationOfferQueryVariables>;
export const AcceptInvitationDocument = new TypedDocumentString(`
    mutation AcceptInvitation($token: String!, $password: String!) {
  acceptInvitation(token: $token, password: $password)
}
    `, {"hash":"sha256:e1a8bf75924ae3d552d70a0e35c7e19cc19fcdb3f7364dcba990d32901851661"}) as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const PasswordOfferDocument = new TypedDocumentString(`
    query PasswordOffer($token: String!) {
  passwordOffer(token: $token) {
    email
    name
  }
}
    `, {"hash":"sha256:4734a23c24a4111b3b24496f1da65560902234ecf1da9995272c47edce7c4d33"}) as unknown as TypedDocumentString<PasswordOfferQuery, PasswordOfferQueryVariables>;
export const SetPasswordByLinkDocument = new TypedDocumentString(`
    mutation SetPasswordByLink($token: String!, $password: String!) {
  setPasswordByLink(token: $token, password: $password)
}
    `, {"hash":"sha256:9e01ba886609abd83cfbe6ee21fa4484036c26476741ccfaad2fbf6b59f21f76"}) as unknown as TypedDocumentString<SetPasswordByLinkMutation, SetPasswordByLinkMutationVariables>;
export const MerchantListDocument = new TypedDocumentString(`
    query MerchantList {
  merchants {
    id
    name
    documentMasked
    environment
    createdAt
    suspensionCodes
    terms {
      ...TermsFields
    }
  }
}
    fragment TermsFields on MerchantTerms {
  pixEnabled
  feePercentBps
  feeFixedCents
  reserveBps
  reserveDays
  settlementDelayDays
  refundFeePolicy
  disputePolicy
  payoutsByService
  payoutsSuspended
  amountCeilingCents
  readRate
  writeRate
  searchRate
}`, {"hash":"sha256:da236660043b92eb46a9df3c812b2de964f66feb65d4400c65252951e129a977"}) as unknown as TypedDocumentString<MerchantListQuery, MerchantListQueryVariables>;
export const MerchantDocument = new TypedDocumentString(`
    query Merchant($id: ID!) {
  merchant(id: $id) {
    id
    name
    documentMasked
    environment
    createdAt
    suspensionCodes
    payoutHold {
      heldBy
      heldAt
      reason
    }
    terms {
      ...TermsFields
      bankAccount {
        ...BankAccountFields
      }
    }
    termsHistory {
      version
      validFrom
      changedBy
      terms {
        ...TermsFields
        bankAccount {
          ...BankAccountFields
        }
      }
    }
  }
}
    fragment TermsFields on MerchantTerms {
  pixEnabled
  feePercentBps
  feeFixedCents
  reserveBps
  reserveDays
  settlementDelayDays
  refundFeePolicy
  disputePolicy
  payoutsByService
  payoutsSuspended
  amountCeilingCents
  readRate
  writeRate
  searchRate
}
fragment BankAccountFields on BankAccount {
  id
  ispb
  branch
  accountMasked
  type
  holderName
  holderDocumentMasked
  createdAt
}`, {"hash":"sha256:dcfc19c9a3b4fb53573b1a3f5ff19fe8374c72057a7c934ddc4245b48f7b2945"}) as unknown as TypedDocumentString<MerchantQuery, MerchantQueryVariables>;
export const UpdateTermsDocument = new TypedDocumentString(`
    mutation UpdateTerms($merchantId: ID!, $terms: UpdateTermsInput!) {
  updateTerms(merchantId: $merchantId, terms: $terms) {
    id
  }
}
    `, {"hash":"sha256:01b3146631473697f3901cbec8b20d648645f46224f79a1e1aadb51e71c1c1c0"}) as unknown as TypedDocumentString<UpdateTermsMutation, UpdateTermsMutationVariables>;
export const UpdateLimitsDocument = new TypedDocumentString(`
    mutation UpdateLimits($merchantId: ID!, $limits: UpdateLimitsInput!) {
  updateLimits(merchantId: $merchantId, limits: $limits) {
    id
  }
}
    `, {"hash":"sha256:21f225dde313bd4e1c99663b2f1dd11c804b0ea6c361f0d8fe83bc91cc3dd987"}) as unknown as TypedDocumentString<UpdateLimitsMutation, UpdateLimitsMutationVariables>;
export const DebtWriteOffsDocument = new TypedDocumentString(`
    query DebtWriteOffs($merchantId: ID!) {
  balance(merchantId: $merchantId) {
    owedToServiceCents
  }
  debtWriteOffs(merchantId: $merchantId) {
    id
    merchantId
    state
    amountCents
    reason
    askedAt
    askedBy
    decidedAt
    decidedBy
    note
    journalId
    reversed
    askedByMe
  }
}
    `, {"hash":"sha256:61892dc916c98ca8c5fe2e04d8c499fd5d7e36a8688e89b0f9d99d89230ca292"}) as unknown as TypedDocumentString<DebtWriteOffsQuery, DebtWriteOffsQueryVariables>;
export const AskDebtWriteOffDocument = new TypedDocumentString(`
    mutation AskDebtWriteOff($merchantId: ID!, $amountCents: Cents!, $reason: String!) {
  askDebtWriteOff(
    merchantId: $merchantId
    amountCents: $amountCents
    reason: $reason
  ) {
    id
  }
}
    `, {"hash":"sha256:735286ec6cc8b71a59edf189272d39d8bfb7c7a6931d47f9c7a0d83d74daeade"}) as unknown as TypedDocumentString<AskDebtWriteOffMutation, AskDebtWriteOffMutationVariables>;
export const AgreeToDebtWriteOffDocument = new TypedDocumentString(`
    mutation AgreeToDebtWriteOff($merchantId: ID!, $id: ID!) {
  agreeToDebtWriteOff(merchantId: $merchantId, id: $id) {
    id
  }
}
    `, {"hash":"sha256:d26f8b097e3bb8fcc80cbc442938d68d436325422c5840c1deb309f8b65a0da0"}) as unknown as TypedDocumentString<AgreeToDebtWriteOffMutation, AgreeToDebtWriteOffMutationVariables>;
export const RefuseDebtWriteOffDocument = new TypedDocumentString(`
    mutation RefuseDebtWriteOff($merchantId: ID!, $id: ID!, $reason: String!) {
  refuseDebtWriteOff(merchantId: $merchantId, id: $id, reason: $reason) {
    id
  }
}
    `, {"hash":"sha256:2f1c9f72c44c0085fb7c6150f28c79fd174a7cf8aa754016987c0fdd1a2f7ec8"}) as unknown as TypedDocumentString<RefuseDebtWriteOffMutation, RefuseDebtWriteOffMutationVariables>;
export const ReverseJournalEntryDocument = new TypedDocumentString(`
    mutation ReverseJournalEntry($merchantId: ID!, $journalId: ID!, $reason: String!) {
  reverseJournalEntry(
    merchantId: $merchantId
    journalId: $journalId
    reason: $reason
  )
}
    `, {"hash":"sha256:bdfdd08da7054e06fed26b8e260bb8427a37d5ff731ac888f8eda34601d603da"}) as unknown as TypedDocumentString<ReverseJournalEntryMutation, ReverseJournalEntryMutationVariables>;
export const SetBankAccountDocument = new TypedDocumentString(`
    mutation SetBankAccount($merchantId: ID!, $account: BankAccountInput) {
  setBankAccount(merchantId: $merchantId, account: $account) {
    id
  }
}
    `, {"hash":"sha256:cf411f8331fbb6a0f27ca7fd22f60606ac82c232559f0c04f1e372385d0f0b27"}) as unknown as TypedDocumentString<SetBankAccountMutation, SetBankAccountMutationVariables>;
export const RevealBankAccountDocument = new TypedDocumentString(`
    mutation RevealBankAccount($merchantId: ID!, $reason: String!) {
  revealBankAccount(merchantId: $merchantId, reason: $reason) {
    ispb
    branch
    account
    type
    holderName
    holderDocument
  }
}
    `, {"hash":"sha256:afd9ffb868a6abee856b9a58b09c72069dbf62f6b92198fec3649cd691ba53b4"}) as unknown as TypedDocumentString<RevealBankAccountMutation, RevealBankAccountMutationVariables>;
export const SuspendPayoutsDocument = new TypedDocumentString(`
    mutation SuspendPayouts($merchantId: ID!, $reason: String!) {
  suspendPayouts(merchantId: $merchantId, reason: $reason) {
    id
  }
}
    `, {"hash":"sha256:82afd509d5a1bff7fcce1a4d8dc7504da984cd1ac177df8edbb2360c3d39fcb4"}) as unknown as TypedDocumentString<SuspendPayoutsMutation, SuspendPayoutsMutationVariables>;
export const ResumePayoutsDocument = new TypedDocumentString(`
    mutation ResumePayouts($merchantId: ID!, $reason: String!) {
  resumePayouts(merchantId: $merchantId, reason: $reason) {
    id
  }
}
    `, {"hash":"sha256:590e3f7b3efebc3080bbf927c9279c4cc23909ed2f91ea2461deb38424734656"}) as unknown as TypedDocumentString<ResumePayoutsMutation, ResumePayoutsMutationVariables>;
export const PayoutsDocument = new TypedDocumentString(`
    query Payouts($merchantId: ID, $state: [PayoutState!], $paidFrom: DateTime, $paidTo: DateTime, $first: Int!, $after: String, $count: Boolean! = false) {
  payouts(
    merchantId: $merchantId
    state: $state
    paidFrom: $paidFrom
    paidTo: $paidTo
    first: $first
    after: $after
  ) {
    nodes {
      ...PayoutFields
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}`, {"hash":"sha256:8df533736d3a717668b57d1aea55e79b2d7e32323c96483fcec9bb4e89e4c9a7"}) as unknown as TypedDocumentString<PayoutsQuery, PayoutsQueryVariables>;
export const PayoutHistoryDocument = new TypedDocumentString(`
    query PayoutHistory($merchantId: ID, $from: DateTime!, $to: DateTime!, $zone: String!) {
  payoutHistory(merchantId: $merchantId, from: $from, to: $to, zone: $zone) {
    day
    paidCents
    paid
    reversedCents
  }
}
    `, {"hash":"sha256:0731bddfcfae6ad29e757269aa1d4307b1ea853c44a02f6add0c52390bacc529"}) as unknown as TypedDocumentString<PayoutHistoryQuery, PayoutHistoryQueryVariables>;
export const PayoutDocument = new TypedDocumentString(`
    query Payout($merchantId: ID!, $id: ID!) {
  payout(merchantId: $merchantId, id: $id) {
    ...PayoutFields
    journalLines {
      ...StatementLine
    }
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}
fragment StatementLine on JournalLine {
  merchantId
  journalId
  lineNo
  eventType
  description
  economicAt
  postedAt
  position
  amountCents
  balanceAfterCents
  sourceType
  sourceId
  reversesId
  reversedById
  charge {
    id
    orderReference
    endToEndId
  }
  payoutId
}`, {"hash":"sha256:9ba2f4cb6dc46702ab62cac08f09952b17837b77d4c5c8c33bbdb4588fa69fb4"}) as unknown as TypedDocumentString<PayoutQuery, PayoutQueryVariables>;
export const PayoutRoomDocument = new TypedDocumentString(`
    query PayoutRoom($merchantId: ID!) {
  balance(merchantId: $merchantId) {
    availableCents
    payoutsSuspended
    suspensionReasons {
      code
      message
      since
      caseId
    }
  }
  merchant(id: $merchantId) {
    id
    terms {
      bankAccount {
        id
        ispb
        branch
        accountMasked
      }
    }
  }
}
    `, {"hash":"sha256:34322469f9b5123cf3f6246645a698ef7abc7cfaafa4b9d075747cd4fd9b7967"}) as unknown as TypedDocumentString<PayoutRoomQuery, PayoutRoomQueryVariables>;
export const RecordPayoutDocument = new TypedDocumentString(`
    mutation RecordPayout($merchantId: ID!, $amountCents: Cents!, $externalReference: String!, $paidAt: DateTime!, $forceReason: String) {
  recordPayout(
    merchantId: $merchantId
    amountCents: $amountCents
    externalReference: $externalReference
    paidAt: $paidAt
    forceReason: $forceReason
  ) {
    ...PayoutFields
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}`, {"hash":"sha256:d5a19c0ba70eee0884189cfa00ed4c735bd6c89b2ae1f1ae70d7d0e14f819632"}) as unknown as TypedDocumentString<RecordPayoutMutation, RecordPayoutMutationVariables>;
export const ReservePayoutDocument = new TypedDocumentString(`
    mutation ReservePayout($merchantId: ID!, $amountCents: Cents!, $forceReason: String, $idempotencyKey: String!) {
  reservePayout(
    merchantId: $merchantId
    amountCents: $amountCents
    forceReason: $forceReason
    idempotencyKey: $idempotencyKey
  ) {
    ...PayoutFields
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}`, {"hash":"sha256:7df36467a214872b516a75cad70d56b71a145b9d48be4fb5d5b1c5ffe322edce"}) as unknown as TypedDocumentString<ReservePayoutMutation, ReservePayoutMutationVariables>;
export const SettlePayoutDocument = new TypedDocumentString(`
    mutation SettlePayout($merchantId: ID!, $id: ID!, $externalReference: String!, $paidAt: DateTime!) {
  settlePayout(
    merchantId: $merchantId
    id: $id
    externalReference: $externalReference
    paidAt: $paidAt
  ) {
    ...PayoutFields
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}`, {"hash":"sha256:87b487cf518fb221120c64fcf19028c7650212a6fda8c6f387bf19921d22f5ef"}) as unknown as TypedDocumentString<SettlePayoutMutation, SettlePayoutMutationVariables>;
export const ReleasePayoutDocument = new TypedDocumentString(`
    mutation ReleasePayout($merchantId: ID!, $id: ID!, $reason: String!) {
  releasePayout(merchantId: $merchantId, id: $id, reason: $reason) {
    ...PayoutFields
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}`, {"hash":"sha256:a293fcd33431c6050d3774ab7990e4d26b8e56f5d93def75845bf1a5a976ee0b"}) as unknown as TypedDocumentString<ReleasePayoutMutation, ReleasePayoutMutationVariables>;
export const ReversePayoutDocument = new TypedDocumentString(`
    mutation ReversePayout($merchantId: ID!, $id: ID!, $reason: String!) {
  reversePayout(merchantId: $merchantId, id: $id, reason: $reason) {
    ...PayoutFields
  }
}
    fragment PayoutFields on Payout {
  id
  merchantId
  merchant {
    id
    name
  }
  amountCents
  state
  externalReference
  paidAt
  reservedAt
  createdAt
  createdBy
  note
  journalId
  bankAccount {
    id
    ispb
    branch
    accountMasked
  }
}`, {"hash":"sha256:8f8811ac20d072dcf85208529acc6a7a4083d335bb6452c96ac132f670b15a50"}) as unknown as TypedDocumentString<ReversePayoutMutation, ReversePayoutMutationVariables>;
export const ReconciliationExceptionsDocument = new TypedDocumentString(`
    query ReconciliationExceptions($merchantId: ID, $state: ReconciliationExceptionState, $first: Int!, $after: String, $count: Boolean! = false) {
  reconciliationExceptions(
    merchantId: $merchantId
    state: $state
    first: $first
    after: $after
  ) {
    nodes {
      id
      merchantId
      merchant {
        id
        name
      }
      kind
      state
      endToEndId
      chargeId
      details {
        name
        value
      }
      openedAt
      checkedAt
      closedAt
      closedBy
      resolution
      remedy
      leftUnsettled
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `, {"hash":"sha256:ce30440b3dc01b2a90b01209a075ee1f5bbbcd2868fc8fcd6b8fa6d5c2e7b7a8"}) as unknown as TypedDocumentString<ReconciliationExceptionsQuery, ReconciliationExceptionsQueryVariables>;
export const LedgerVerdictDocument = new TypedDocumentString(`
    query LedgerVerdict {
  ledgerVerdict {
    id
    sound
    startedAt
    finishedAt
    requestedBy
    merchantsCount
    entriesCount
    findingsCount
    findings {
      invariant
      name
      what
      merchantId
      journalId
    }
  }
}
    `, {"hash":"sha256:dbea547c3cc6f01f3fd9b6396f594364b21154a0dad2f0facd544b82241a6fca"}) as unknown as TypedDocumentString<LedgerVerdictQuery, LedgerVerdictQueryVariables>;
export const CloseReconciliationExceptionDocument = new TypedDocumentString(`
    mutation CloseReconciliationException($merchantId: ID!, $id: ID!, $resolution: String!, $remedy: ReconciliationRemedy!) {
  closeReconciliationException(
    merchantId: $merchantId
    id: $id
    resolution: $resolution
    remedy: $remedy
  ) {
    id
  }
}
    `, {"hash":"sha256:c6e06003f1abc055f67c79d3433dfdb9a867952844aa273aafce73ebdc5569b9"}) as unknown as TypedDocumentString<CloseReconciliationExceptionMutation, CloseReconciliationExceptionMutationVariables>;
export const SearchDocument = new TypedDocumentString(`
    query Search($text: String!) {
  search(text: $text) {
    kind
    id
    merchantId
    merchant {
      id
      name
    }
    title
    detail
    amountCents
    path
  }
}
    `, {"hash":"sha256:67ff44341601b82b8af16d7c3a360c7e9c1f6dca70567dd03fc320ad6294c748"}) as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const StatementDocument = new TypedDocumentString(`
    query Statement($filter: StatementFilter!, $first: Int!, $after: String, $count: Boolean! = false) {
  statement(filter: $filter, first: $first, after: $after) {
    nodes {
      ...StatementLine
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
    asOf
  }
}
    fragment StatementLine on JournalLine {
  merchantId
  journalId
  lineNo
  eventType
  description
  economicAt
  postedAt
  position
  amountCents
  balanceAfterCents
  sourceType
  sourceId
  reversesId
  reversedById
  charge {
    id
    orderReference
    endToEndId
  }
  payoutId
}`, {"hash":"sha256:d56cee5058e8d356a252ff5e110e05bc4f7f422804b4a8a526657879357456e9"}) as unknown as TypedDocumentString<StatementQuery, StatementQueryVariables>;
export const StaffMembersDocument = new TypedDocumentString(`
    query StaffMembers {
  staffMembers {
    ...MemberFields
  }
}
    fragment MemberFields on StaffMember {
  id
  name
  email
  role
  disabledAt
  hasTotp
  lastSeenAt
  createdAt
}`, {"hash":"sha256:2c7c07718e08802c7235a57b71681f1cf697dc3d93832f1c90ac402d786c6ff9"}) as unknown as TypedDocumentString<StaffMembersQuery, StaffMembersQueryVariables>;
export const StaffMemberDocument = new TypedDocumentString(`
    query StaffMember($id: ID!) {
  staffMember(id: $id) {
    ...MemberFields
    identities {
      ...IdentityFields
    }
    sessions {
      ...SessionFields
    }
  }
}
    fragment MemberFields on StaffMember {
  id
  name
  email
  role
  disabledAt
  hasTotp
  lastSeenAt
  createdAt
}
fragment IdentityFields on StaffIdentity {
  issuer
  subject
  linkedAt
}
fragment SessionFields on StaffSession {
  id
  startedAt
  lastSeenAt
  ip
  userAgent
  current
}`, {"hash":"sha256:e2e1e829ebedc417bee2b1cabadc6399160119b3041ba6262ccfc8abe828dbc5"}) as unknown as TypedDocumentString<StaffMemberQuery, StaffMemberQueryVariables>;
export const StaffInvitationsDocument = new TypedDocumentString(`
    query StaffInvitations {
  staffInvitations {
    ...InvitationFields
  }
}
    fragment InvitationFields on StaffInvitation {
  id
  name
  email
  role
  invitedBy
  createdAt
  expiresAt
}`, {"hash":"sha256:f26c37de6e0e2238b776d3ae2ab965cc91f5af9fb09d45df82298f8d5705329b"}) as unknown as TypedDocumentString<StaffInvitationsQuery, StaffInvitationsQueryVariables>;
export const StaffRolesDocument = new TypedDocumentString(`
    query StaffRoles {
  staffRoles {
    role
    permissions
  }
}
    `, {"hash":"sha256:93f9374c4287c139991cae8d06976033a6b13dcdb0a046d674db13ecfff1c376"}) as unknown as TypedDocumentString<StaffRolesQuery, StaffRolesQueryVariables>;
export const InviteStaffDocument = new TypedDocumentString(`
    mutation InviteStaff($input: InviteStaffInput!) {
  inviteStaff(input: $input) {
    invitation {
      id
    }
    token
  }
}
    `, {"hash":"sha256:895163c2fe9e785502eff9d93b816bbfc2c5aa5f9e46d7313dc36a57bc6ece85"}) as unknown as TypedDocumentString<InviteStaffMutation, InviteStaffMutationVariables>;
export const WithdrawInvitationDocument = new TypedDocumentString(`
    mutation WithdrawInvitation($id: ID!) {
  withdrawInvitation(id: $id)
}
    `, {"hash":"sha256:594bd10ca52e379f864831be3c3e09356901e3e2d425c88e561378b39e722fb7"}) as unknown as TypedDocumentString<WithdrawInvitationMutation, WithdrawInvitationMutationVariables>;
export const ChangeStaffRoleDocument = new TypedDocumentString(`
    mutation ChangeStaffRole($id: ID!, $role: StaffRole!, $reason: String!) {
  changeStaffRole(id: $id, role: $role, reason: $reason) {
    id
    role
  }
}
    `, {"hash":"sha256:41cd19b7b9e25dc9a531085e26e20b1f201d1be4630a31cff2952febb29fee1b"}) as unknown as TypedDocumentString<ChangeStaffRoleMutation, ChangeStaffRoleMutationVariables>;
export const DeactivateStaffDocument = new TypedDocumentString(`
    mutation DeactivateStaff($id: ID!, $reason: String!) {
  deactivateStaff(id: $id, reason: $reason) {
    id
    disabledAt
  }
}
    `, {"hash":"sha256:1c25bf49f2129e3da3ee15e14ec41d5c6afcfd95c20dfd17102b1a95f4393534"}) as unknown as TypedDocumentString<DeactivateStaffMutation, DeactivateStaffMutationVariables>;
export const ReactivateStaffDocument = new TypedDocumentString(`
    mutation ReactivateStaff($id: ID!, $reason: String!) {
  reactivateStaff(id: $id, reason: $reason) {
    id
    disabledAt
  }
}
    `, {"hash":"sha256:736fda961ae62654bdf35c6acd618151169beff1ea437110549995545ef9dfeb"}) as unknown as TypedDocumentString<ReactivateStaffMutation, ReactivateStaffMutationVariables>;
export const ResetStaffTotpDocument = new TypedDocumentString(`
    mutation ResetStaffTotp($id: ID!, $reason: String!) {
  resetStaffTotp(id: $id, reason: $reason)
}
    `, {"hash":"sha256:afd89ebf81cb74181351962a103149f62bbd867344fff0e7b61af7dd1a7212d9"}) as unknown as TypedDocumentString<ResetStaffTotpMutation, ResetStaffTotpMutationVariables>;
export const EndStaffSessionDocument = new TypedDocumentString(`
    mutation EndStaffSession($staffId: ID!, $id: ID!) {
  endStaffSession(staffId: $staffId, id: $id)
}
    `, {"hash":"sha256:8c4c56e781cb3c98206bd763f4eb59237a067982ea637f06d15bef48f63a6b0b"}) as unknown as TypedDocumentString<EndStaffSessionMutation, EndStaffSessionMutationVariables>;
export const OfferStaffPasswordDocument = new TypedDocumentString(`
    mutation OfferStaffPassword($id: ID!, $reason: String!) {
  offerStaffPassword(id: $id, reason: $reason) {
    token
  }
}
    `, {"hash":"sha256:2db0c10fbd9e9b3a8b0dde21b8e59b2f2a46b01153eed969f8c7748b9cf813e2"}) as unknown as TypedDocumentString<OfferStaffPasswordMutation, OfferStaffPasswordMutationVariables>;
export const UnlinkStaffIdentityDocument = new TypedDocumentString(`
    mutation UnlinkStaffIdentity($id: ID!, $issuer: String!, $reason: String!) {
  unlinkStaffIdentity(id: $id, issuer: $issuer, reason: $reason)
}
    `, {"hash":"sha256:ed36aafb66d4b53e273cd121af5fbe0f3dd7382652701195905d72113ce61de8"}) as unknown as TypedDocumentString<UnlinkStaffIdentityMutation, UnlinkStaffIdentityMutationVariables>;
export const WebhookReplaysDocument = new TypedDocumentString(`
    query WebhookReplays($merchantId: ID!, $endpointId: ID, $first: Int!, $after: String, $count: Boolean! = false) {
  webhookReplays(
    merchantId: $merchantId
    endpointId: $endpointId
    first: $first
    after: $after
  ) {
    nodes {
      ...ReplayFields
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment ReplayFields on WebhookReplay {
  id
  merchantId
  endpointId
  source
  eventTypes
  deliveryStatus
  fromAt
  toAt
  includeSucceeded
  status
  matched
  queued
  done
  failed
  createdAt
  finishedAt
}`, {"hash":"sha256:15ef7bf806e172456846b0e953019886c3ba001be6d5fbca854fd1aee470c254"}) as unknown as TypedDocumentString<WebhookReplaysQuery, WebhookReplaysQueryVariables>;
export const WebhookReplayDocument = new TypedDocumentString(`
    query WebhookReplay($merchantId: ID!, $id: ID!) {
  webhookReplay(merchantId: $merchantId, id: $id) {
    ...ReplayFields
  }
}
    fragment ReplayFields on WebhookReplay {
  id
  merchantId
  endpointId
  source
  eventTypes
  deliveryStatus
  fromAt
  toAt
  includeSucceeded
  status
  matched
  queued
  done
  failed
  createdAt
  finishedAt
}`, {"hash":"sha256:7ff66ea75eaf1eaa812e94c3940d65af4d2f4f2ea7e5ffc1a117efb48f0120e3"}) as unknown as TypedDocumentString<WebhookReplayQuery, WebhookReplayQueryVariables>;
export const PreviewReplayDocument = new TypedDocumentString(`
    mutation PreviewReplay($merchantId: ID!, $filter: WebhookReplayFilter!) {
  replayWebhooks(merchantId: $merchantId, filter: $filter, dryRun: true) {
    matched
    exceedsLimit
  }
}
    `, {"hash":"sha256:04bfa7e701a539f37d1e4a6f8cd574f8bb35a8fbcff505ced2a3b87d19864a77"}) as unknown as TypedDocumentString<PreviewReplayMutation, PreviewReplayMutationVariables>;
export const StartReplayDocument = new TypedDocumentString(`
    mutation StartReplay($merchantId: ID!, $filter: WebhookReplayFilter!, $reason: String!) {
  replayWebhooks(
    merchantId: $merchantId
    filter: $filter
    dryRun: false
    reason: $reason
  ) {
    matched
    replay {
      id
    }
  }
}
    `, {"hash":"sha256:9e818c66b6be1c934c279520dbcc47a4d52854bcb6ebcf586579e274e2eaf5f5"}) as unknown as TypedDocumentString<StartReplayMutation, StartReplayMutationVariables>;
export const WebhookEndpointsDocument = new TypedDocumentString(`
    query WebhookEndpoints($merchantId: ID!) {
  webhookEndpoints(merchantId: $merchantId) {
    ...EndpointFields
  }
}
    fragment EndpointFields on WebhookEndpoint {
  id
  merchantId
  url
  eventTypes
  status
  secretLast4
  createdAt
  consecutiveFailures
  failingSince
  pausedUntil
  disabledReason
  lastSuccessAt
  lastFailureAt
  maxInFlight
  ratePerSecond
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:6876e9dd885044f084d177f931c7fccf406bb8fc338652980a387002e0e00821"}) as unknown as TypedDocumentString<WebhookEndpointsQuery, WebhookEndpointsQueryVariables>;
export const WebhookEndpointDocument = new TypedDocumentString(`
    query WebhookEndpoint($merchantId: ID!, $id: ID!) {
  webhookEndpoint(merchantId: $merchantId, id: $id) {
    ...EndpointFields
    ...EndpointPerformance
  }
}
    fragment EndpointFields on WebhookEndpoint {
  id
  merchantId
  url
  eventTypes
  status
  secretLast4
  createdAt
  consecutiveFailures
  failingSince
  pausedUntil
  disabledReason
  lastSuccessAt
  lastFailureAt
  maxInFlight
  ratePerSecond
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}
fragment EndpointPerformance on WebhookEndpoint {
  windows {
    hours
    succeeded
    failed
    p50Ms
    p95Ms
  }
  errors24h {
    errorClass
    attempts
  }
}`, {"hash":"sha256:8a50099922319690e0d01cfd2a5955f4a4dd9fda440a29351bbd4cb3fe83c02e"}) as unknown as TypedDocumentString<WebhookEndpointQuery, WebhookEndpointQueryVariables>;
export const WebhookEndpointHistoryDocument = new TypedDocumentString(`
    query WebhookEndpointHistory($merchantId: ID!, $endpointId: ID!, $from: DateTime!, $to: DateTime!, $zone: String!, $step: WebhookHistoryStep!) {
  webhookEndpointHistory(
    merchantId: $merchantId
    endpointId: $endpointId
    from: $from
    to: $to
    zone: $zone
    step: $step
  ) {
    from
    succeeded
    failed
    p50Ms
    p95Ms
  }
}
    `, {"hash":"sha256:a86c59038f5d74237ccad4161a1e7825056435db1a2c0b25b1a68118c8facf46"}) as unknown as TypedDocumentString<WebhookEndpointHistoryQuery, WebhookEndpointHistoryQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($filter: WebhookDeliveryFilter!, $first: Int!, $after: String, $count: Boolean! = false) {
  webhookDeliveries(filter: $filter, first: $first, after: $after) {
    nodes {
      ...DeliveryFields
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AttemptFields on WebhookAttempt {
  n
  trigger
  startedAt
  durationMs
  statusCode
  errorClass
  errorDetail
  remoteIp
  requestHeaders {
    name
    value
  }
  responseHeaders {
    name
    value
  }
  responseBody
  responseTruncated
  timings {
    dnsMs
    connectMs
    tlsMs
    firstByteMs
    totalMs
  }
}
fragment DeliveryFields on WebhookDelivery {
  id
  merchantId
  eventId
  eventType
  endpointId
  endpointUrl
  status
  attempts
  lastStatusCode
  lastError
  nextAttemptAt
  createdAt
  finishedAt
  attemptLog {
    ...AttemptFields
  }
}`, {"hash":"sha256:6c4137463a592e980f90e9b32ef19575bf895aef98c04cecf7921a292f08356e"}) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhookEventTypesDocument = new TypedDocumentString(`
    query WebhookEventTypes {
  webhookEventTypes
}
    `, {"hash":"sha256:6602e11ba57adb323a2c496a649c6ccbd3ec9352bcdf44298d886c23d26bf6b4"}) as unknown as TypedDocumentString<WebhookEventTypesQuery, WebhookEventTypesQueryVariables>;
export const RegisterWebhookEndpointDocument = new TypedDocumentString(`
    mutation RegisterWebhookEndpoint($merchantId: ID!, $url: String!, $eventTypes: [String!]!) {
  registerWebhookEndpoint(
    merchantId: $merchantId
    url: $url
    eventTypes: $eventTypes
  ) {
    endpoint {
      id
    }
    signingSecret
  }
}
    `, {"hash":"sha256:2e91fb5dd3aab40b482a44cadc7f3e73648aec076dd20773d0ebfcb446d4c940"}) as unknown as TypedDocumentString<RegisterWebhookEndpointMutation, RegisterWebhookEndpointMutationVariables>;
export const TurnOffWebhookEndpointDocument = new TypedDocumentString(`
    mutation TurnOffWebhookEndpoint($merchantId: ID!, $id: ID!) {
  turnOffWebhookEndpoint(merchantId: $merchantId, id: $id) {
    ...EndpointFields
  }
}
    fragment EndpointFields on WebhookEndpoint {
  id
  merchantId
  url
  eventTypes
  status
  secretLast4
  createdAt
  consecutiveFailures
  failingSince
  pausedUntil
  disabledReason
  lastSuccessAt
  lastFailureAt
  maxInFlight
  ratePerSecond
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:e5abcf1ea6a65b45d5ec74a455d4cc7586574aa4467084359d563ba0b1530246"}) as unknown as TypedDocumentString<TurnOffWebhookEndpointMutation, TurnOffWebhookEndpointMutationVariables>;
export const WebhookFleetDocument = new TypedDocumentString(`
    query WebhookFleet($first: Int!, $after: String, $count: Boolean! = false) {
  webhookEndpointFleet(first: $first, after: $after) {
    nodes {
      ...EndpointFields
      merchant {
        id
        name
      }
      lag {
        due
        lagSeconds
      }
      errors24h {
        errorClass
        attempts
      }
    }
    totalCount @include(if: $count)
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment EndpointFields on WebhookEndpoint {
  id
  merchantId
  url
  eventTypes
  status
  secretLast4
  createdAt
  consecutiveFailures
  failingSince
  pausedUntil
  disabledReason
  lastSuccessAt
  lastFailureAt
  maxInFlight
  ratePerSecond
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:cd6a8d58ca5e058e4b83ad40481b54c95793dc5e0adc216a4617e8dc94be5994"}) as unknown as TypedDocumentString<WebhookFleetQuery, WebhookFleetQueryVariables>;
export const WebhookDeliveryDocument = new TypedDocumentString(`
    query WebhookDelivery($merchantId: ID!, $id: ID!) {
  webhookDelivery(merchantId: $merchantId, id: $id) {
    ...DeliveryFields
    event {
      id
      body
      chargeId
    }
  }
}
    fragment AttemptFields on WebhookAttempt {
  n
  trigger
  startedAt
  durationMs
  statusCode
  errorClass
  errorDetail
  remoteIp
  requestHeaders {
    name
    value
  }
  responseHeaders {
    name
    value
  }
  responseBody
  responseTruncated
  timings {
    dnsMs
    connectMs
    tlsMs
    firstByteMs
    totalMs
  }
}
fragment DeliveryFields on WebhookDelivery {
  id
  merchantId
  eventId
  eventType
  endpointId
  endpointUrl
  status
  attempts
  lastStatusCode
  lastError
  nextAttemptAt
  createdAt
  finishedAt
  attemptLog {
    ...AttemptFields
  }
}`, {"hash":"sha256:536a74b93a48ae92f8b46665bc8c76268e2c307badc9593363da9b6c189cb6ee"}) as unknown as TypedDocumentString<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>;
export const EnableWebhookEndpointDocument = new TypedDocumentString(`
    mutation EnableWebhookEndpoint($merchantId: ID!, $id: ID!) {
  enableWebhookEndpoint(merchantId: $merchantId, id: $id) {
    id
  }
}
    `, {"hash":"sha256:feacf5f80648967955e0067612186efcd29c22e8ecfa5affd0eecb1b04195081"}) as unknown as TypedDocumentString<EnableWebhookEndpointMutation, EnableWebhookEndpointMutationVariables>;
export const DisableWebhookEndpointDocument = new TypedDocumentString(`
    mutation DisableWebhookEndpoint($merchantId: ID!, $id: ID!) {
  disableWebhookEndpoint(merchantId: $merchantId, id: $id) {
    id
  }
}
    `, {"hash":"sha256:820d9f697f999ce85e8693590d53ddbc65ccbbd8fca8a898bfd52fdacacc4d8b"}) as unknown as TypedDocumentString<DisableWebhookEndpointMutation, DisableWebhookEndpointMutationVariables>;
export const ChangeWebhookEndpointLimitsDocument = new TypedDocumentString(`
    mutation ChangeWebhookEndpointLimits($merchantId: ID!, $id: ID!, $limits: WebhookEndpointLimits!) {
  changeWebhookEndpointLimits(merchantId: $merchantId, id: $id, limits: $limits) {
    id
  }
}
    `, {"hash":"sha256:484dc3c8ab89e24647a4f6a64ee5b2ef6f859885dabe5d2937f270a709f1b7e3"}) as unknown as TypedDocumentString<ChangeWebhookEndpointLimitsMutation, ChangeWebhookEndpointLimitsMutationVariables>;
export const TestWebhookEndpointDocument = new TypedDocumentString(`
    mutation TestWebhookEndpoint($merchantId: ID!, $id: ID!) {
  testWebhookEndpoint(merchantId: $merchantId, id: $id) {
    statusCode
    latencyMs
    errorClass
    errorDetail
  }
}
    `, {"hash":"sha256:a04a31460058764140b5291717809261027e55cd57d51d1fc50a8fa4e8ba44e5"}) as unknown as TypedDocumentString<TestWebhookEndpointMutation, TestWebhookEndpointMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($merchantId: ID!, $id: ID!, $graceSeconds: Int!) {
  rotateWebhookSecret(
    merchantId: $merchantId
    id: $id
    graceSeconds: $graceSeconds
  ) {
    signingSecret
    previousEndsAt
  }
}
    `, {"hash":"sha256:72b230e6a5ea62658d334838767d4428b16ad7590434f2115569acafc25e026b"}) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const RevealPayerDocumentDocument = new TypedDocumentString(`
    mutation RevealPayerDocument($chargeId: ID!, $reason: String!) {
  revealPayerDocument(chargeId: $chargeId, reason: $reason)
}
    `, {"hash":"sha256:6088681c9916a4842205a572931b034f48b40057206384d0ddb233e257d2c3c3"}) as unknown as TypedDocumentString<RevealPayerDocumentMutation, RevealPayerDocumentMutationVariables>;
export const RevealMerchantDocumentDocument = new TypedDocumentString(`
    mutation RevealMerchantDocument($merchantId: ID!, $reason: String!) {
  revealMerchantDocument(merchantId: $merchantId, reason: $reason)
}
    `, {"hash":"sha256:e16a777702c0c3475bd5253b90dc03225e0c787b5f89d5d506ec8e24d7af774d"}) as unknown as TypedDocumentString<RevealMerchantDocumentMutation, RevealMerchantDocumentMutationVariables>;
export const SavedViewsDocument = new TypedDocumentString(`
    query SavedViews($page: String) {
  savedViews(page: $page) {
    ...ViewFields
  }
}
    fragment ViewFields on SavedView {
  id
  page
  name
  search
  mine
  savedBy
  sharedWith
}`, {"hash":"sha256:9266ed56ead13d4b72cc3c66f1a1a917dfb306ce638fb7995e1a2d7b61094593"}) as unknown as TypedDocumentString<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveViewDocument = new TypedDocumentString(`
    mutation SaveView($view: SaveViewInput!) {
  saveView(view: $view) {
    id
  }
}
    `, {"hash":"sha256:37fe0a29c0052e79fa41baba0172dc5ebbe5bfe4a3668b2dcb5b57d2daa8f489"}) as unknown as TypedDocumentString<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteViewDocument = new TypedDocumentString(`
    mutation DeleteView($id: ID!) {
  deleteView(id: $id)
}
    `, {"hash":"sha256:9643389ccd38ea2387be4a35d93e16de1cf317cf533d692c8de6c05fe1fa90b6"}) as unknown as TypedDocumentString<DeleteViewMutation, DeleteViewMutationVariables>;
