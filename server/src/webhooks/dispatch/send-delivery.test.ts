import { afterAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { aBalanceEvent, recordTestEvents } from '../../testing/fixtures/events.ts'
import { answer } from '../../testing/fakes/webhook-receiver.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { deliverDue } from '../../testing/deliver-due.ts'
import { registerEndpoint } from '../endpoints/register-endpoint.ts'
import { isSignedBy } from '../sending/signature.ts'

const fixture = await WebhookFixture.start()
const { world, receiver } = fixture
afterAll(() => fixture.stop())
beforeEach(() => {
  receiver.calls.length = 0
  receiver.behave(answer(200))
})

const context = () => fixture.context()

test('an event reaches its endpoint with a valid signature and the documented headers', async () => {
  const { merchantId } = await world.anotherMerchant()
  const { secret } = await registerEndpoint(context(), merchantId, { url: receiver.url(), eventTypes: [] })
  const [eventId] = await recordTestEvents(context(), merchantId, [aBalanceEvent(merchantId)])
  expect(await deliverDue(context(), 64)).toBe(1)
  expect(receiver.calls).toHaveLength(1)
  const [call] = receiver.calls
  expect(call?.headers).toMatchObject({
    'x-svc-event-id': eventId,
    'x-svc-event-type': 'balance.available',
    'x-svc-event-version': 'v1',
    'content-type': 'application/json',
    'user-agent': 'Svc-Webhooks/1',
  })
  const signature = String(call?.headers['x-svc-signature'])
  expect(isSignedBy(secret, signature, call?.body ?? '', world.clock.now())).toBe(true)
  expect(
    await sql(context(), 'select status, attempts, last_status_code, last_error from webhook_delivery'),
  ).toEqual([{ status: 'succeeded', attempts: 1, last_status_code: 200, last_error: null }])
  expect(
    await sql(context(), 'select n, status_code, response_body, remote_ip from webhook_attempt'),
  ).toEqual([{ n: 1, status_code: 200, response_body: Buffer.from('ok'), remote_ip: '127.0.0.1' }])
  expect(await deliverDue(context(), 64)).toBe(0)
})
