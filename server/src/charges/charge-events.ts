import type { NewEvent } from '../webhooks/events/record-events.ts'
import type { Charge } from './charge.entity.ts'
import type { ShownCharge } from './charge-row.ts'

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

/** The issuance was refused, at once or after it had been unknown. */
export const chargeFailed = (charge: ShownCharge): NewEvent => ({
  ...from(charge),
  type: 'charge.failed',
  data: { ...about(charge), failure_message: charge.failureMessage },
})

/** An issuance that had been unknown turned out well. */
export const chargeIssued = (charge: ShownCharge): NewEvent => ({
  ...from(charge),
  type: 'charge.issued',
  data: { ...about(charge), expires_at: iso(charge.expiresAt), txid: charge.txid },
})

/** The QR's validity ended unpaid. */
export const chargeExpired = (charge: Charge): NewEvent => ({
  ...from(charge),
  type: 'charge.expired',
  data: { ...about(charge), expires_at: iso(charge.expiresAt) },
})

/** Cancelled before payment, by the merchant or (`service`) by the network. */
export const chargeCancelled = (charge: Charge, cancelledBy: 'merchant' | 'service'): NewEvent => ({
  ...from(charge),
  type: 'charge.cancelled',
  data: { ...about(charge), cancelled_at: iso(charge.cancelledAt), cancelled_by: cancelledBy },
})
