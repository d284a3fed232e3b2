import { portugueseOf } from '../kernel/values/localized-text.ts'
import type { NewEvent } from '../webhooks/events/record-events.ts'
import { txidOf, type Charge } from './charge.entity.ts'
import type { ShownCharge } from './charge.queries.ts'
import { failureTextOf } from './charge-status.ts'

const about = (charge: ShownCharge) => ({
  charge_id: charge.id,
  order_reference: charge.orderReference,
  amount_cents: charge.amountCents.toString(),
})

const from = (charge: ShownCharge) => ({
  source: { type: 'charge' as const, id: charge.id },
  environment: charge.environment,
})

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** Builds the event of a refused issuance. */
export const chargeFailed = (charge: ShownCharge): NewEvent => ({
  ...from(charge),
  type: 'charge.failed',
  data: { ...about(charge), failure_message: portugueseOf(failureTextOf(charge)) },
})

/** Builds the event of a successful issuance whose outcome was unknown at first. */
export const chargeIssued = (charge: ShownCharge): NewEvent => ({
  ...from(charge),
  type: 'charge.issued',
  data: { ...about(charge), expires_at: iso(charge.expiresAt), txid: txidOf(charge.id) },
})

/** Builds the event of a charge that expired without a payment. */
export const chargeExpired = (charge: Charge): NewEvent => ({
  ...from(charge),
  type: 'charge.expired',
  data: { ...about(charge), expires_at: iso(charge.expiresAt) },
})

/** Builds the event of a cancelled charge. If `cancelledBy` is `service`, staff or the network cancelled it. */
export const chargeCancelled = (charge: Charge, cancelledBy: 'merchant' | 'service'): NewEvent => ({
  ...from(charge),
  type: 'charge.cancelled',
  data: { ...about(charge), cancelled_at: iso(charge.cancelledAt), cancelled_by: cancelledBy },
})
