import { errorClassName } from '../../lib/i18n/webhooks/error-class-name.ts'
import { oneOf } from '../../lib/search/one-of.ts'
import { parseRange, type Range } from '../../lib/time/range.ts'
import { DELIVERY_STATES, type DeliveryState } from '../../lib/values/status.ts'

/** The URL parameters of the endpoint page: the filters of the delivery list, and the open delivery. */
export type DeliverySearch = {
  status?: DeliveryState
  event?: string
  /** Error class of the delivery's last attempt. */
  error?: string
  /** Period in which the delivery was created. */
  range?: Range
  delivery?: string
}

export function parseDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const status = oneOf(DELIVERY_STATES, search['status'])
  const error = oneOf(Object.keys(errorClassName), search['error'])
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
