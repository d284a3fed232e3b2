import { ChargeDocument, type ChargeQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { isOpen } from '../../lib/values/status.ts'

/** A charge as its page reads it. */
export type ChargeDetail = NonNullable<ChargeQuery['charge']>

const FAST_POLL_MS = 2500
const SLOW_POLL_MS = 5000

const needsFastPolling = ({ status, refunds }: ChargeDetail) =>
  isOpen(status) || refunds.some((refund) => refund.status === 'processing')

/** Whether something about the charge is on its way: a payment, a refund, or news of them to the merchant. */
export const isInProgress = (charge: ChargeDetail): boolean =>
  needsFastPolling(charge) || charge.events.some(({ outcome }) => outcome.pending > 0)

/** How soon to ask again. Also a charge at rest is asked for: others act on it, too. */
export const pollMs = (charge: ChargeDetail | null | undefined): number | false =>
  charge ? (needsFastPolling(charge) ? FAST_POLL_MS : SLOW_POLL_MS) : false

/** Everything about one charge, or null when there is none with that id. */
export function chargeQuery(id: string) {
  return gqlQuery(ChargeDocument, { id })
}
