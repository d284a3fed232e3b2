import { DELIVERY_STATUSES, type DeliveryStatus } from './status.ts'

/** What the page of an endpoint keeps in the URL: which deliveries are listed, and which one is open. */
export type DeliverySearch = { status?: DeliveryStatus; delivery?: string }

/** Reads it from whatever stands in the URL. */
export function parseDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const status = DELIVERY_STATUSES.find((known) => known === search['status'])
  const delivery = search['delivery']
  return {
    ...(status === undefined ? {} : { status }),
    ...(typeof delivery === 'string' && delivery !== '' ? { delivery } : {}),
  }
}
