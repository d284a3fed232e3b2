import { type ChargeStatus, statusAt } from '../charges/charge-status.ts'
import { isUuid } from '../kernel/ids.ts'

/** The kinds of hits, in the order of the results. */
export const HIT_KINDS = [
  'merchant',
  'charge',
  'refund',
  'financial_case',
  'payout',
  'journal_entry',
  'webhook_endpoint',
  'webhook_delivery',
  'webhook_event',
  'api_key',
] as const
export type HitKind = (typeof HIT_KINDS)[number]

/** The maximum number of hits of each kind. */
export const HITS_MAX = 4

/** A search result. `path` is the path of the console page that shows the found record. */
export interface SearchHit {
  kind: HitKind
  id: string
  merchantId: string
  /** The title of the hit; null for a hit that the search palette shows by its amount. */
  title: string | null
  detail: string | null
  /** The amount of a charge, a refund, a case or a payout; null for any other hit. */
  amountCents: bigint | null
  path: string
}

interface Row {
  id: string
  merchantId: string
}

export interface ChargeRow extends Row {
  orderReference: string
  amountCents: bigint
  status: ChargeStatus
  expiresAt: Date | null
  payerName: string | null
}

export interface MoneyRow extends Row {
  chargeId: string | null
  amountCents: bigint
  status: string
  /** The kind of a case; absent for any other hit. */
  kind?: string
}

export interface PayoutRow extends Row {
  amountCents: bigint
  state: string
  externalReference: string | null
}

export interface EntryRow extends Row {
  eventType: string
}

export interface EndpointRow extends Row {
  url: string
  status: string
}

export interface DeliveryRow extends Row {
  endpointId: string
  eventType: string
  status: string
}

export interface EventRow extends Row {
  type: string
  chargeId: string | null
}

export interface NamedRow extends Row {
  name: string
  prefix?: string
}

const detailOf = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
const ofMerchant = (page: string, merchantId: string, more = ''): string =>
  `/${page}?merchant=${merchantId}${more}`

const chargeHit = (row: ChargeRow, now: Date): SearchHit => ({
  kind: 'charge',
  ...keysOf(row),
  title: row.orderReference,
  detail: detailOf(statusAt(row, now), row.payerName),
  amountCents: row.amountCents,
  path: `/charges/${row.id}`,
})

export const chargeHits = (rows: readonly ChargeRow[], now: Date): SearchHit[] =>
  rows.map((row) => chargeHit(row, now))

export const refundHit = (row: MoneyRow): SearchHit => ({
  kind: 'refund',
  ...keysOf(row),
  title: null,
  detail: row.status,
  amountCents: row.amountCents,
  path: `/charges/${row.chargeId ?? ''}`,
})

export const caseHit = (row: MoneyRow): SearchHit => ({
  kind: 'financial_case',
  ...keysOf(row),
  title: null,
  detail: detailOf(row.kind, row.status),
  amountCents: row.amountCents,
  path: row.chargeId ? `/charges/${row.chargeId}` : `/cases/${row.id}?of=${row.merchantId}`,
})

export const payoutHit = (row: PayoutRow): SearchHit => ({
  kind: 'payout',
  ...keysOf(row),
  title: row.externalReference,
  detail: row.state,
  amountCents: row.amountCents,
  path: `/payouts/${row.id}?of=${row.merchantId}`,
})

export const entryHit = (row: EntryRow): SearchHit => ({
  kind: 'journal_entry',
  ...keysOf(row),
  title: row.eventType,
  detail: null,
  amountCents: null,
  path: ofMerchant('statement', row.merchantId, `&entry=${row.id}`),
})

export const endpointHit = (row: EndpointRow): SearchHit => ({
  kind: 'webhook_endpoint',
  ...keysOf(row),
  title: row.url,
  detail: row.status,
  amountCents: null,
  path: `/webhooks/${row.id}?of=${row.merchantId}`,
})

export const deliveryHit = (row: DeliveryRow): SearchHit => ({
  kind: 'webhook_delivery',
  ...keysOf(row),
  title: row.eventType,
  detail: row.status,
  amountCents: null,
  path: `/webhooks/${row.endpointId}?of=${row.merchantId}&delivery=${row.id}`,
})

export const eventHit = (row: EventRow): SearchHit => ({
  kind: 'webhook_event',
  ...keysOf(row),
  title: row.type,
  detail: row.id,
  amountCents: null,
  path:
    row.chargeId && isUuid(row.chargeId)
      ? `/charges/${row.chargeId}`
      : ofMerchant('webhooks', row.merchantId),
})

export const keyHit = (row: NamedRow): SearchHit => ({
  kind: 'api_key',
  ...keysOf(row),
  title: row.name,
  detail: row.prefix ?? null,
  amountCents: null,
  path: ofMerchant('api-keys', row.merchantId),
})

export const merchantHit = (row: NamedRow): SearchHit => ({
  kind: 'merchant',
  ...keysOf(row),
  title: row.name,
  detail: null,
  amountCents: null,
  path: `/merchants/${row.id}`,
})

const keysOf = ({ id, merchantId }: Row): Row => ({ id, merchantId })
