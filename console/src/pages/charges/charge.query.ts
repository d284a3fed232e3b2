import { ChargeDocument, type ChargeQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { isOpen } from '../../lib/values/status.ts'

export type ChargeDetail = NonNullable<ChargeQuery['charge']>

const FAST_POLL_MS = 2500
const SLOW_POLL_MS = 5000

const needsFastPolling = ({ status, refunds }: ChargeDetail) =>
  isOpen(status) || refunds.some((refund) => refund.status === 'processing')

/** Returns whether a payment, a refund or a webhook of the charge is in progress. */
export const isInProgress = (charge: ChargeDetail): boolean =>
  needsFastPolling(charge) || charge.events.some(({ outcome }) => outcome.pending > 0)

/**
 * Returns the polling interval in milliseconds. The console also polls completed charges, because other people may act
 * on these charges.
 */
export const pollMs = (charge: ChargeDetail | null | undefined): number | false =>
  charge ? (needsFastPolling(charge) ? FAST_POLL_MS : SLOW_POLL_MS) : false

export function chargeQuery(id: string) {
  return gqlQuery(ChargeDocument, { id })
}
