import { ChargeDocument, type ChargeQuery } from '../../api/generated/graphql.ts'
import { q } from '../../api/query.ts'
import { isOpen } from '../../lib/status.ts'

/** A charge as its page reads it. */
export type ChargeDetail = NonNullable<ChargeQuery['charge']>

const OPEN_POLL_MS = 2500
const DELIVERING_POLL_MS = 5000

/** How soon to ask again: an open charge at once, one whose events are on their way a little later, else never. */
export function pollMs(charge: ChargeDetail | null | undefined): number | false {
  if (!charge) return false
  if (isOpen(charge.status)) return OPEN_POLL_MS
  if (charge.refunds.some(({ status }) => status === 'processing')) return OPEN_POLL_MS
  const delivering = charge.events.some(({ outcome }) => outcome.pending > 0)
  return delivering ? DELIVERING_POLL_MS : false
}

/** Everything about one charge, or null when there is none with that id. */
export function chargeQuery(id: string) {
  return q(ChargeDocument, { id })
}
