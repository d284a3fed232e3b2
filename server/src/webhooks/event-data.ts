import type { EventType } from './event-types.ts'

// On the wire: money is a decimal text of centavos, a time is ISO 8601 in UTC. No payer name, document, e-mail or
// phone, so that a payload is safe to log.

interface AboutCharge {
  charge_id: string
  order_reference: string
  amount_cents: string
}

interface HeldPayment {
  charge_id: string | null
  order_reference: string | null
  payment_id: string
  end_to_end_id: string
  amount_cents: string
  classification: string
  case_id: string | null
}

interface Refund extends AboutCharge {
  refund_id: string
  status: string
  reason: string | null
  return_id: string | null
  failure_reason: string | null
}

interface Dispute {
  case_id: string
  charge_id: string | null
  order_reference: string | null
  end_to_end_id: string
  amount_cents: string
  held_cents: string
  status: string
  answer_until: string
  result: string | null
  returned_cents: string
}

interface PayoutsState {
  reasons: string[]
  since: string
}

/** The `data` of each type of event: a snapshot at the moment of the event. */
export interface EventData extends Record<EventType, object> {
  'charge.issued': AboutCharge & { expires_at: string | null; txid: string }
  'charge.paid': AboutCharge & {
    fee_cents: string
    net_cents: string
    reserve_cents: string
    paid_at: string
    end_to_end_id: string
    late_payment: boolean
    case_id: string | null
  }
  'charge.expired': AboutCharge & { expires_at: string | null }
  'charge.failed': AboutCharge & { failure_message: string | null }
  'charge.cancelled': AboutCharge & { cancelled_at: string | null; cancelled_by: 'merchant' | 'service' }
  'charge.refunded': AboutCharge & {
    refunded_cents: string
    status: 'partially_refunded' | 'refunded'
    refund_id: string | null
    case_id: string | null
  }
  'charge.payment_held': HeldPayment
  'charge.payment_returned': HeldPayment & { returned_at: string; return_id: string }
  'refund.created': Refund
  'refund.completed': Refund
  'refund.failed': Refund
  'dispute.opened': Dispute
  'dispute.deadline': Dispute
  'dispute.closed': Dispute
  'balance.available': {
    amount_cents: string
    available_cents: string
    charges_count: number
    as_of: string
  }
  'reserve.released': {
    journal_id: string
    amount_cents: string
    contract_reserve_cents: string
    as_of: string
  }
  'payout.paid': { payout_id: string; amount_cents: string; external_reference: string; paid_at: string }
  'payouts.suspended': PayoutsState
  'payouts.resumed': PayoutsState
  'webhook.test': { message: string; endpoint_id: string }
}
