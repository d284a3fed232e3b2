import { errorClassName } from '../i18n/webhooks/webhooks.ts'
import { parseRange, type Range } from '../time/range.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '../values/status.ts'

/** What the page of an endpoint keeps in the URL: which deliveries are listed, and which one is open. */
export type DeliverySearch = {
  status?: DeliveryStatus
  event?: string
  /** The class of what the last attempt failed with. */
  error?: string
  /** A period, of creation. */
  range?: Range
  delivery?: string
}

/** Reads it from whatever stands in the URL; what is not understood is dropped. */
export function parseDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const status = DELIVERY_STATUSES.find((known) => known === search['status'])
  const error = Object.keys(errorClassName).find((known) => known === search['error'])
  const range = parseRange(search['range'])
  const { delivery, event } = search
  return {
    ...(status && { status }),
    ...(typeof event === 'string' && event !== '' ? { event } : {}),
    ...(error !== undefined && { error }),
    ...(range !== undefined && { range }),
    ...(typeof delivery === 'string' && delivery !== '' ? { delivery } : {}),
  }
}
