import { DELIVERY_STATUSES, type DeliveryStatus } from './status.ts'

/** What the page of an endpoint keeps in the URL: which deliveries are listed, and which one is open. */
export type DeliverySearch = { status?: DeliveryStatus; event?: string; delivery?: string }

/** Reads it from whatever stands in the URL. */
export function parseDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const status = DELIVERY_STATUSES.find((known) => known === search['status'])
  const { delivery, event } = search
  return {
    ...(status === undefined ? {} : { status }),
    ...(typeof event === 'string' && event !== '' ? { event } : {}),
    ...(typeof delivery === 'string' && delivery !== '' ? { delivery } : {}),
  }
}
