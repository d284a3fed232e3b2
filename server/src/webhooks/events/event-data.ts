import { z } from 'zod'
import { cents, COMPONENTS, instant, openList, openText } from '../../kernel/output/shapes.ts'
import { DISABLED_REASONS, type EventType } from './event-types.ts'

// The payloads contain amounts as decimal strings of centavos, and times as ISO 8601 in UTC. The payloads contain no
// payer name, document, e-mail or phone, so that receivers can log payloads safely.

const id = z.uuid()

const charge = { charge_id: id, order_reference: z.string(), amount_cents: cents }

const heldPayment = {
  charge_id: id.nullable(),
  order_reference: z.string().nullable(),
  payment_id: id,
  end_to_end_id: z.string(),
  amount_cents: cents,
  classification: openText(['duplicate', 'amount_mismatch', 'after_final', 'unmatched']),
  case_id: id.nullable(),
}

const refund = z.strictObject({
  ...charge,
  refund_id: id,
  status: z.string(),
  reason: z.string().nullable(),
  return_id: z.string().nullable(),
  failure_reason: z.string().nullable(),
})
refund.register(COMPONENTS, { id: 'RefundData' })

const dispute = z.strictObject({
  case_id: id,
  charge_id: id.nullable(),
  order_reference: z.string().nullable(),
  end_to_end_id: z.string(),
  amount_cents: cents,
  held_cents: cents,
  status: z.string(),
  answer_until: instant.nullable(),
  result: z.string().nullable(),
  returned_cents: cents,
})
dispute.register(COMPONENTS, { id: 'DisputeData' })

const payoutsState = z.strictObject({ reasons: z.array(z.string()), since: instant })
payoutsState.register(COMPONENTS, { id: 'PayoutsStateData' })

/** Why an endpoint was paused, disabled or removed. `off` means that the endpoint was removed. */
export const STOP_REASONS = [...DISABLED_REASONS, 'off'] as const

const stoppedEndpoint = z.strictObject({
  endpoint_id: id,
  reason: openList(STOP_REASONS).describe(
    'failing: só falhas; gone: respondeu 410; manual: por uma pessoa; off: excluído',
  ),
  consecutive_failures: z.int(),
  failing_since: instant.nullable(),
  paused_until: instant.nullable(),
  disabled_at: instant.nullable(),
})
stoppedEndpoint.register(COMPONENTS, { id: 'StoppedEndpointData' })

/** The schema of `data` for each event type. `data` shows the state at the time when the event is recorded. */
export const EVENT_DATA = {
  'charge.issued': z.strictObject({ ...charge, expires_at: instant.nullable(), txid: z.string() }),
  'charge.paid': z.strictObject({
    ...charge,
    fee_cents: cents,
    net_cents: cents,
    reserve_cents: cents,
    paid_at: instant,
    end_to_end_id: z.string(),
    late_payment: z.boolean(),
    case_id: id.nullable(),
  }),
  'charge.expired': z.strictObject({ ...charge, expires_at: instant.nullable() }),
  'charge.failed': z.strictObject({ ...charge, failure_message: z.string().nullable() }),
  'charge.cancelled': z.strictObject({
    ...charge,
    cancelled_at: instant.nullable(),
    cancelled_by: openList(['merchant', 'service']),
  }),
  'charge.refunded': z.strictObject({
    ...charge,
    refunded_cents: cents,
    status: z.enum(['partially_refunded', 'refunded']),
    refund_id: id.nullable(),
    case_id: id.nullable(),
  }),
  'charge.payment_held': z.strictObject(heldPayment),
  'charge.payment_returned': z.strictObject({ ...heldPayment, returned_at: instant, return_id: z.string() }),
  'refund.created': refund,
  'refund.completed': refund,
  'refund.failed': refund,
  'dispute.opened': dispute,
  'dispute.deadline': z.strictObject({
    ...dispute.shape,
    hours_before: z.int().describe('O aviso: 72, 24 ou 4 horas antes de answer_until'),
  }),
  'dispute.closed': dispute,
  'balance.available': z.strictObject({
    amount_cents: cents,
    available_cents: cents,
    charges_count: z.int(),
    as_of: instant,
  }),
  'reserve.released': z.strictObject({
    journal_id: id,
    amount_cents: cents,
    contract_reserve_cents: cents,
    as_of: instant,
  }),
  'payout.paid': z.strictObject({
    payout_id: id,
    amount_cents: cents,
    external_reference: z.string(),
    paid_at: instant,
  }),
  'payouts.suspended': payoutsState,
  'payouts.resumed': payoutsState,
  'webhook_endpoint.paused': stoppedEndpoint,
  'webhook_endpoint.disabled': stoppedEndpoint,
  'webhook.test': z.strictObject({ message: z.string(), endpoint_id: id }),
} satisfies Record<EventType, z.ZodType>

export type EventData = { [T in EventType]: z.infer<(typeof EVENT_DATA)[T]> }
