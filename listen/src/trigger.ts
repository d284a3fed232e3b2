import { randomUUID } from 'node:crypto'
import { callService, type Service } from './service.ts'
import { ListenError } from './state.ts'

/**
 * The amount in cents of a charge for each event. In the test environment, a charge with this amount causes the event
 * without another call.
 */
const AMOUNTS: Readonly<Record<string, number>> = {
  'charge.failed': 990_001,
  'charge.paid': 990_010,
  'charge.payment_held': 990_012,
  'charge.payment_returned': 990_012,
  'charge.cancelled': 990_014,
}

/** The events that `trigger` can cause. */
export const TRIGGERED_EVENTS: readonly string[] = Object.keys(AMOUNTS)

/**
 * Creates a charge in the test environment. The charge causes the event within seconds. Returns the id of the charge.
 * @throws ListenError for an unknown event, for a key that is not a test key, or when the service refuses the call.
 * @throws UnavailableError when the service cannot answer now.
 */
export async function trigger(service: Service, event: string): Promise<string> {
  const amount = AMOUNTS[event]
  if (amount === undefined)
    throw new ListenError(`trigger cannot cause ${event}. It can cause: ${TRIGGERED_EVENTS.join(', ')}.`)
  if (!service.apiKey.startsWith('svc_test_'))
    throw new ListenError('trigger needs a test key (svc_test_…), because it creates a charge.')
  const reference = `pix-listen-${randomUUID()}`
  const charge = await callService(service, '/v1/pix/charges', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': reference },
    body: JSON.stringify({ order_reference: reference, amount_cents: amount, payer: PAYER }),
  })
  return typeof charge === 'object' && charge !== null && 'id' in charge ? String(charge.id) : ''
}

const PAYER = {
  name: 'Maria da Silva',
  document: '52998224725',
  email: 'maria@exemplo.com.br',
  phone: '+5511912345678',
}
