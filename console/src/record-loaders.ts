import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import {
  AuditEntryDocument,
  CaseDocument,
  PayoutDocument,
  StaffMemberDocument,
  WebhookEndpointDocument,
} from './api/generated/graphql.ts'
import { ALL_MERCHANTS } from './api/merchants.ts'
import { gqlQuery } from './api/query.ts'
import { chargeQuery } from './pages/charges/charge.query.ts'
import { merchantQuery } from './pages/merchants/merchant.query.ts'

/**
 * Loaders of the pages of one record. The router runs them when the pointer is on a link and when the page opens. They
 * do not wait for the data: the page shows its loading state and its errors.
 */

type LoaderInput<Params> = {
  context: { client: QueryClient }
  params: Params
  location: { search: { merchant?: string | undefined } }
}

/** Starts a query unless its result is cached. The page itself refetches an old result. */
function start<Result, Failure, Key extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<Result, Failure, Result, Key>,
): void {
  void client.prefetchQuery({ ...query, staleTime: Infinity })
}

/**
 * Returns the merchant in the URL; undefined without one, because the page then asks for a merchant first.
 */
function merchantOf({ location: { search } }: LoaderInput<unknown>): string | undefined {
  return search.merchant === ALL_MERCHANTS ? undefined : search.merchant
}

export const loadCharge = ({ context, params }: LoaderInput<{ chargeId: string }>): void =>
  start(context.client, chargeQuery(params.chargeId))

export const loadMerchant = ({ context, params }: LoaderInput<{ merchantId: string }>): void =>
  start(context.client, merchantQuery(params.merchantId))

export const loadStaffMember = ({ context, params }: LoaderInput<{ staffId: string }>): void =>
  start(context.client, gqlQuery(StaffMemberDocument, { id: params.staffId }))

export const loadAuditEntry = ({ context, params }: LoaderInput<{ entryId: string }>): void =>
  start(context.client, gqlQuery(AuditEntryDocument, { id: params.entryId }))

export function loadCase(input: LoaderInput<{ caseId: string }>): void {
  const merchantId = merchantOf(input)
  if (merchantId === undefined) return
  start(input.context.client, gqlQuery(CaseDocument, { merchantId, id: input.params.caseId }))
}

export function loadPayout(input: LoaderInput<{ payoutId: string }>): void {
  const merchantId = merchantOf(input)
  if (merchantId === undefined) return
  start(input.context.client, gqlQuery(PayoutDocument, { merchantId, id: input.params.payoutId }))
}

export function loadEndpoint(input: LoaderInput<{ endpointId: string }>): void {
  const merchantId = merchantOf(input)
  if (merchantId === undefined) return
  start(input.context.client, gqlQuery(WebhookEndpointDocument, { merchantId, id: input.params.endpointId }))
}
