import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { ReplayFixture } from '../testing/fixtures/replay-fixture.ts'
import { WebhookFixture } from '../testing/fixtures/webhook-fixture.ts'

const BEGIN = new Date('2026-11-01T00:00:00.000Z')
const FORTNIGHT_MS = 14 * 86_400_000

let fixture: WebhookFixture
let replays: ReplayFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  replays = await ReplayFixture.open(fixture)
})

test.each([
  [
    'a reversed period',
    () => ({ to: plusMs(replays.now(), -7_200_000).toISOString() }),
    'to',
    'out_of_range',
  ],
  [
    'more than 14 days',
    () => ({ from: BEGIN.toISOString(), to: plusMs(BEGIN, FORTNIGHT_MS + 1).toISOString() }),
    'to',
    'out_of_range',
  ],
  ['a period without start', () => ({ from: undefined }), 'from', 'required'],
  ['an unknown event type', () => ({ event_types: ['charge.sold'] }), 'event_types.0', 'not_allowed'],
  ['deliveries in progress', () => ({ status: 'sending' }), 'status', 'not_allowed'],
  ['a malformed endpoint id', () => ({ endpoint_id: '7' }), 'endpoint_id', 'format'],
])('a replay of %s is refused', async (_, more, path, code) => {
  for (const dry_run of [false, true]) {
    const refused = await replays.start({ ...more(), dry_run })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { error: { details: { fields: [{ path, code }] } } },
    ])
  }
})

test('a replay of more than 10,000 deliveries is refused', async () => {
  await sql(
    fixture.context(),
    `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
       attempts, scheduled_attempts, finished_at, created_at)
     select gen_random_uuid(), $1, $2, 'evt_' || n, 'charge.paid', $3, 'failed', 'auto', 0, 0, $3, $3
     from generate_series(1, 10001) n`,
    [replays.merchant.merchantId, replays.merchant.endpointId, replays.now()],
  )
  expect(await replays.start()).toMatchObject({
    status: 422,
    body: { error: { details: { reason: 'webhook_replay_too_large' } } },
  })
  expect((await replays.start({ dry_run: true })).body).toEqual({ matched: 10_000, exceeds_limit: true })
  expect((await replays.start({ event_types: ['charge.expired'] })).status).toBe(202)
})

test("another merchant's endpoint or replay is not found", async () => {
  const { body } = await replays.start()
  const other = await fixture.createMerchant()
  const refused = await other.rest.post('/v1/webhooks/replays', replays.filter())
  expect(refused).toMatchObject({
    status: 404,
    body: { error: { details: { reason: 'webhook_endpoint_not_found' } } },
  })
  expect(await other.rest.get(`/v1/webhooks/replays/${body.id}`)).toMatchObject({
    status: 404,
    body: { error: { details: { reason: 'webhook_replay_not_found' } } },
  })
})
