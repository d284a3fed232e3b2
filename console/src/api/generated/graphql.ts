/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ChargeFilter = {
  /** Inclusive. */
  amountFromCents?: string | null | undefined;
  /** Inclusive. */
  amountToCents?: string | null | undefined;
  /** Inclusive. */
  createdFrom?: string | null | undefined;
  /** Exclusive. */
  createdTo?: string | null | undefined;
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

export type DeliveryStatus =
  | 'failed'
  | 'pending'
  | 'sending'
  | 'skipped'
  | 'succeeded';

export type EndpointStatus =
  | 'active'
  | 'disabled'
  | 'off';

export type Position =
  | 'available'
  | 'case_hold'
  | 'contract_reserve'
  | 'payout_reserved'
  | 'pending'
  | 'receivable';

export type RefundFeePolicy =
  | 'keep'
  | 'prorata';

export type StaffRole =
  | 'admin'
  | 'auditor'
  | 'finance'
  | 'support';

export type StatementFilter = {
  /** Inclusive; by default 30 days ago. */
  from?: string | null | undefined;
  merchantId: string;
  /** Exclusive. */
  to?: string | null | undefined;
};

export type WebhookDeliveryFilter = {
  endpointId?: string | null | undefined;
  eventType?: string | null | undefined;
  merchantId: string;
  status?: Array<DeliveryStatus> | null | undefined;
};

export type MerchantFieldsFragment = { id: string, name: string, documentMasked: string, createdAt: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } };

export type MerchantsQueryVariables = Exact<{ [key: string]: never; }>;


export type MerchantsQuery = { merchants: Array<{ id: string, name: string, documentMasked: string, createdAt: string, terms: { pixEnabled: boolean, feePercentBps: number, feeFixedCents: string, reserveBps: number, reserveDays: number, settlementDelayDays: number, refundFeePolicy: RefundFeePolicy } }> };

export type StaffFieldsFragment = { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> } | null };

export type SignInMutationVariables = Exact<{
  email: string;
  password: string;
}>;


export type SignInMutation = { signIn: { id: string, email: string, name: string, role: StaffRole, permissions: Array<string> } };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };

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

export type BalanceQueryVariables = Exact<{
  merchantId: string;
}>;


export type BalanceQuery = { balance: { merchantId: string, currency: string, pendingCents: string, availableCents: string, contractReserveCents: string, blockedCents: string, payoutReservedCents: string, totalCents: string, owedToServiceCents: string, toReceiveCents: string, payoutsSuspended: boolean, asOf: string } };

export type AttemptFieldsFragment = { n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, responseBody: string | null };

export type DeliveryFieldsFragment = { id: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, responseBody: string | null }> };

export type ChargeQueryVariables = Exact<{
  id: string;
}>;


export type ChargeQuery = { charge: { id: string, merchantId: string, orderReference: string, amountCents: string, currency: string, description: string | null, status: ChargeStatus, feePercentBps: number, feeFixedCents: string, feeCents: string | null, netCents: string | null, reserveCents: string | null, refundedCents: string, expiresAt: string | null, paidAt: string | null, latePayment: boolean, createdAt: string, updatedAt: string, endToEndId: string | null, paymentsCount: number, failureMessage: string | null, payerName: string | null, payerDocumentMasked: string | null, merchant: { id: string, name: string, documentMasked: string }, pix: { qrCodePayload: string | null, txid: string | null, expiresAt: string | null } | null, payments: Array<{ id: string, endToEndId: string, amountCents: string, classification: string, paidAt: string, recordedAt: string, settledAt: string | null }>, journalLines: Array<{ journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, isReversal: boolean }>, events: Array<{ id: string, type: string, createdAt: string, body: string, deliveries: Array<{ id: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, responseBody: string | null }> }> }>, timeline: Array<{ at: string, kind: string, title: string, detail: string | null, deliveryId: string | null, eventId: string | null, journalId: string | null }> } | null };

export type ChargeRowFragment = { id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } };

export type ChargesQueryVariables = Exact<{
  filter?: ChargeFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ChargesQuery = { charges: { nodes: Array<{ id: string, orderReference: string, amountCents: string, refundedCents: string, status: ChargeStatus, description: string | null, payerName: string | null, latePayment: boolean, paymentsCount: number, createdAt: string, paidAt: string | null, merchant: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type StatementLineFragment = { journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, isReversal: boolean, charge: { id: string, orderReference: string, endToEndId: string | null } | null };

export type StatementQueryVariables = Exact<{
  filter: StatementFilter;
  first: number;
  after?: string | null | undefined;
}>;


export type StatementQuery = { statement: { asOf: string, nodes: Array<{ journalId: string, lineNo: number, eventType: string, description: string, economicAt: string, postedAt: string, position: Position, amountCents: string, balanceAfterCents: string, sourceType: string, sourceId: string, isReversal: boolean, charge: { id: string, orderReference: string, endToEndId: string | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type EndpointFieldsFragment = { id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } };

export type WebhookEndpointsQueryVariables = Exact<{
  merchantId: string;
}>;


export type WebhookEndpointsQuery = { webhookEndpoints: Array<{ id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } }> };

export type WebhookEndpointQueryVariables = Exact<{
  merchantId: string;
  id: string;
}>;


export type WebhookEndpointQuery = { webhookEndpoint: { id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  filter: WebhookDeliveryFilter;
  first: number;
  after?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { nodes: Array<{ id: string, eventId: string, eventType: string, endpointId: string, endpointUrl: string, status: DeliveryStatus, attempts: number, lastStatusCode: number | null, lastError: string | null, nextAttemptAt: string | null, createdAt: string, finishedAt: string | null, attemptLog: Array<{ n: number, trigger: string, startedAt: string, durationMs: number, statusCode: number | null, errorClass: string | null, errorDetail: string | null, responseBody: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

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


export type TurnOffWebhookEndpointMutation = { turnOffWebhookEndpoint: { id: string, merchantId: string, url: string, eventTypes: Array<string>, status: EndpointStatus, secretLast4: string, createdAt: string, consecutiveFailures: number, failingSince: string | null, pausedUntil: string | null, disabledReason: string | null, lastSuccessAt: string | null, lastFailureAt: string | null, health: { state: string, succeeded24h: number, failed24h: number, pending: number, oldestPendingAt: string | null, nextAttemptAt: string | null } } };

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
export const AttemptFieldsFragmentDoc = new TypedDocumentString(`
    fragment AttemptFields on WebhookAttempt {
  n
  trigger
  startedAt
  durationMs
  statusCode
  errorClass
  errorDetail
  responseBody
}
    `, {"fragmentName":"AttemptFields"}) as unknown as TypedDocumentString<AttemptFieldsFragment, unknown>;
export const DeliveryFieldsFragmentDoc = new TypedDocumentString(`
    fragment DeliveryFields on WebhookDelivery {
  id
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
  responseBody
}`, {"fragmentName":"DeliveryFields"}) as unknown as TypedDocumentString<DeliveryFieldsFragment, unknown>;
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
export const StatementLineFragmentDoc = new TypedDocumentString(`
    fragment StatementLine on JournalLine {
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
  isReversal
  charge {
    id
    orderReference
    endToEndId
  }
}
    `, {"fragmentName":"StatementLine"}) as unknown as TypedDocumentString<StatementLineFragment, unknown>;
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
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($email: String!, $password: String!) {
  signIn(email: $email, password: $password) {
    ...StaffFields
  }
}
    fragment StaffFields on Staff {
  id
  email
  name
  role
  permissions
}`, {"hash":"sha256:92bb573615a0c6c46fcecba88367e2b50e76dc01388a44aa1743c05f6736e960"}) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut {
  signOut
}
    `, {"hash":"sha256:39300be1f6ff47633a8c264de2a924d5b71367b646d3bf86d82d7c51c6543956"}) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
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
    payoutsSuspended
    asOf
  }
}
    `, {"hash":"sha256:f288c2d8b271ac6684f4171c2244847d533d91015cd51eb5d553e0c36b6a35a7"}) as unknown as TypedDocumentString<BalanceQuery, BalanceQueryVariables>;
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
    }
    journalLines {
      journalId
      lineNo
      eventType
      description
      economicAt
      postedAt
      position
      amountCents
      balanceAfterCents
      isReversal
    }
    events {
      id
      type
      createdAt
      body
      deliveries {
        ...DeliveryFields
      }
    }
    timeline {
      at
      kind
      title
      detail
      deliveryId
      eventId
      journalId
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
  responseBody
}
fragment DeliveryFields on WebhookDelivery {
  id
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
}`, {"hash":"sha256:87279d39e40eae3872c503c038d3edb2ea7f6ca0ddf8fa09b5ad67440fa82c74"}) as unknown as TypedDocumentString<ChargeQuery, ChargeQueryVariables>;
export const ChargesDocument = new TypedDocumentString(`
    query Charges($filter: ChargeFilter, $first: Int!, $after: String) {
  charges(filter: $filter, first: $first, after: $after) {
    nodes {
      ...ChargeRow
    }
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
}`, {"hash":"sha256:36b1ef67aa6ce9a09c50d5b63efb77c66e3d9072ae5a8e304785d1b106c3fb7b"}) as unknown as TypedDocumentString<ChargesQuery, ChargesQueryVariables>;
export const StatementDocument = new TypedDocumentString(`
    query Statement($filter: StatementFilter!, $first: Int!, $after: String) {
  statement(filter: $filter, first: $first, after: $after) {
    nodes {
      ...StatementLine
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    asOf
  }
}
    fragment StatementLine on JournalLine {
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
  isReversal
  charge {
    id
    orderReference
    endToEndId
  }
}`, {"hash":"sha256:07a91f7006faabb9ca5c551b229aeb187886f26d8d0a0f9ef1b9073ffc24dc0c"}) as unknown as TypedDocumentString<StatementQuery, StatementQueryVariables>;
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
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:2543759744b573d8260a9579a6555ed71e0da75e007a5edc7b4f12c7913472a2"}) as unknown as TypedDocumentString<WebhookEndpointsQuery, WebhookEndpointsQueryVariables>;
export const WebhookEndpointDocument = new TypedDocumentString(`
    query WebhookEndpoint($merchantId: ID!, $id: ID!) {
  webhookEndpoint(merchantId: $merchantId, id: $id) {
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
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:31635789beef88fe25d06b7ecd739cbc6158af35b66c4746ef4e192fc9a9b55d"}) as unknown as TypedDocumentString<WebhookEndpointQuery, WebhookEndpointQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($filter: WebhookDeliveryFilter!, $first: Int!, $after: String) {
  webhookDeliveries(filter: $filter, first: $first, after: $after) {
    nodes {
      ...DeliveryFields
    }
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
  responseBody
}
fragment DeliveryFields on WebhookDelivery {
  id
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
}`, {"hash":"sha256:e4bec1437cd160533c1df691a79ecb391a4a5c16cc09b0a47bc6880390dfc416"}) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
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
  health {
    state
    succeeded24h
    failed24h
    pending
    oldestPendingAt
    nextAttemptAt
  }
}`, {"hash":"sha256:1a14de0a57a72542d86e8849de070c8b8cbe61391fb50ab8be0c9b0140636f1d"}) as unknown as TypedDocumentString<TurnOffWebhookEndpointMutation, TurnOffWebhookEndpointMutationVariables>;
