import { FAILURE_MESSAGES } from '../../src/charges/failure.ts'
import { computeSale } from '../../src/charges/fee.ts'
import type { NewEvent } from '../../src/webhooks/record-events.ts'
import {
  endToEndIdOf,
  FAILURE,
  LIFE_MS,
  orderOf,
  PAID_AFTER_MS,
  TERMS,
  type BulkCharge,
} from './bulk-charge.ts'

/** What the merchant was told of a charge, and when; nothing of one that waits for its payer. */
export function chargeEvent(
  merchantId: string,
  charge: BulkCharge,
): { event: NewEvent; at: Date } | undefined {
  const { id, n, status, amountCents, createdAt } = charge
  const after = (ms: number): Date => new Date(createdAt.getTime() + ms)
  const about = {
    charge_id: id,
    order_reference: orderOf(merchantId, n),
    amount_cents: amountCents.toString(),
  }
  const common = { source: { type: 'charge' as const, id }, environment: 'production' as const }
  const changedAt = after(PAID_AFTER_MS)
  switch (status) {
    case 'pending':
      return undefined
    case 'paid':
      return { event: { ...common, type: 'charge.paid', data: { ...about, ...paid(charge) } }, at: changedAt }
    case 'expired': {
      const expiresAt = after(LIFE_MS.expired)
      const data = { ...about, expires_at: expiresAt.toISOString() }
      return { event: { ...common, type: 'charge.expired', data }, at: expiresAt }
    }
    case 'cancelled': {
      const data = { ...about, cancelled_at: changedAt.toISOString(), cancelled_by: 'merchant' as const }
      return { event: { ...common, type: 'charge.cancelled', data }, at: changedAt }
    }
    case 'failed': {
      const data = { ...about, failure_message: FAILURE_MESSAGES[FAILURE] }
      return { event: { ...common, type: 'charge.failed', data }, at: createdAt }
    }
  }
}

function paid({ id, amountCents, createdAt }: BulkCharge) {
  const { feeCents, netCents } = computeSale(amountCents, TERMS)
  return {
    fee_cents: feeCents.toString(),
    net_cents: netCents.toString(),
    reserve_cents: '0',
    paid_at: new Date(createdAt.getTime() + PAID_AFTER_MS).toISOString(),
    end_to_end_id: endToEndIdOf(id),
    late_payment: false,
    case_id: null,
  }
}
