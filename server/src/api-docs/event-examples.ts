import { EVENT_VERSION, type EventType } from '../webhooks/events/event-types.ts'
import { recordedEvents } from './examples.ts'

type Data = Record<string, unknown>

/**
 * Returns the example `data` of the event types that `examples.json` does not contain. Most of these examples use the
 * charge, the refund or the endpoint of that file.
 */
function furtherData(paid: Data): Partial<Record<EventType, Data>> {
  const { charge_id, order_reference, amount_cents } = paid
  const charge = { charge_id, order_reference, amount_cents }
  const { refund_id } = recordedEvents()['charge.refunded']?.data ?? {}
  const { endpoint_id } = recordedEvents()['webhook_endpoint.disabled']?.data ?? {}
  const held = {
    ...charge,
    payment_id: '01a1f8d4-9000-7f51-9c0e-2b7a90d15e34',
    end_to_end_id: 'E123456782026112012105b0c7d9e2f1',
    classification: 'duplicate',
    case_id: '01a1f8d4-9001-70a3-8e64-71c5f3b2a9d8',
  }
  return {
    'charge.issued': {
      ...charge,
      expires_at: '2026-11-20T13:00:01.000Z',
      txid: String(charge_id).replaceAll('-', ''),
    },
    'charge.expired': {
      ...charge,
      charge_id: '01a1f8d4-9002-7d2b-a1f7-0c6e4b8d3f52',
      order_reference: 'pedido-1028',
      expires_at: '2026-11-21T13:00:00.000Z',
    },
    'charge.failed': {
      ...charge,
      charge_id: '01a1f8d4-9003-74c8-b9e0-5d1a6f7c2e93',
      order_reference: 'pedido-1029',
      failure_message: 'Emissão recusada pela análise de risco',
    },
    'charge.payment_held': held,
    'charge.payment_returned': {
      ...held,
      returned_at: '2026-11-20T12:11:00.000Z',
      return_id: 'D12345678202611201211c4d5e6f7a8b',
    },
    'refund.failed': {
      ...charge,
      amount_cents: '5000',
      refund_id,
      status: 'failed',
      reason: 'requested_by_customer',
      return_id: null,
      failure_reason: 'return_refused',
    },
    'dispute.deadline': { ...recordedEvents()['dispute.opened']?.data, hours_before: 72 },
    'reserve.released': {
      journal_id: '01a1f8d4-9004-7b6f-8c3d-e2f4a5b6c7d8',
      amount_cents: '1470',
      contract_reserve_cents: '294',
      as_of: '2026-12-20T12:00:03.000Z',
    },
    'webhook_endpoint.paused': {
      endpoint_id,
      reason: 'failing',
      consecutive_failures: 10,
      failing_since: '2026-11-21T11:58:00.000Z',
      paused_until: '2026-11-21T12:01:40.000Z',
      disabled_at: null,
    },
    'webhook.test': { message: 'Evento de teste', endpoint_id },
  }
}

/** Returns an example of the webhook body of this event type. */
export function exampleOfEvent(type: EventType): Data {
  const recorded = recordedEvents()[type]
  if (recorded) return recorded
  const paid = recordedEvents()['charge.paid']
  const data = paid && furtherData(paid.data)[type]
  if (!data) throw new Error(`BUG: exampleOfEvent: no example for ${type}`)
  return {
    id: idOf(type),
    type,
    version: EVENT_VERSION,
    environment: 'production',
    created_at: '2026-11-21T12:00:40.000Z',
    data,
  }
}

/** Returns an event id in the form of a ULID, whose letters exclude I, L, O and U. */
function idOf(type: string): string {
  const letters = type
    .replaceAll(/[^a-z]/g, '')
    .toUpperCase()
    .replaceAll(/[ILOU]/g, 'X')
  return `evt_01JD0M3Q4S${letters.padEnd(16, '0').slice(0, 16)}`
}
