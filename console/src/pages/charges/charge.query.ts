import { ChargeDocument, type ChargeQuery } from '../../api/generated/graphql.ts'
import { q } from '../../api/query.ts'
import { isOpen } from '../../lib/values/status.ts'

/** A charge as its page reads it. */
export type ChargeDetail = NonNullable<ChargeQuery['charge']>

const SOON_MS = 2500
const AT_REST_MS = 5000

const isSoon = ({ status, refunds }: ChargeDetail) =>
  isOpen(status) || refunds.some((refund) => refund.status === 'processing')

/** Whether something about the charge is on its way: a payment, a refund, or news of them to the merchant. */
export const isMoving = (charge: ChargeDetail): boolean =>
  isSoon(charge) || charge.events.some(({ outcome }) => outcome.pending > 0)

/** How soon to ask again. Also a charge at rest is asked for: others act on it, too. */
export const pollMs = (charge: ChargeDetail | null | undefined): number | false =>
  charge ? (isSoon(charge) ? SOON_MS : AT_REST_MS) : false

/** Everything about one charge, or null when there is none with that id. */
export function chargeQuery(id: string) {
  return q(ChargeDocument, { id })
}
