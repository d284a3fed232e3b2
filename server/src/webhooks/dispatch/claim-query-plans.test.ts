import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../kernel/context.ts'
import { rowsFetched } from '../../testing/suites/explain.ts'
import { WebhookFixture } from '../../testing/fixtures/webhook-fixture.ts'
import { claimDeliveries } from './claim-deliveries.ts'

/** The number of rows added to each table after the connection has planned the query of the claim. */
const ROWS = 3_000
const BATCH = 10
/** The maximum number of index entries and row versions that a claim may read: a small multiple of its deliveries. */
const READ_MAX = BATCH * 30

let fixture: WebhookFixture
let owner: Client
beforeAll(async () => {
  fixture = await WebhookFixture.start()
  owner = new Client({ connectionString: fixture.world.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await fixture.stop()
})

const FILL = [
  `insert into webhook_endpoint (id, merchant_id, environment, url, event_types, status, secret_box, secret_key_id,
     secret_last4, consecutive_failures, pause_step, half_open, max_in_flight, rate_per_second, rate_tokens,
     rate_filled_at, last_claim_at, last_success_at, created_at, updated_at)
   select gen_random_uuid(), merchant_id, environment, url, array['payout.paid'], 'active', secret_box, secret_key_id,
     secret_last4, 0, 0, false, max_in_flight, rate_per_second, rate_tokens, now(), now(), now(), now(), now()
   from webhook_endpoint, generate_series(1, ${ROWS}) where id = $1`,
  `insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, has_deliveries,
     created_at)
   select 'evt_' || lpad(n::text, 26, '0'), merchant_id, environment, 'charge.paid', 'v1', '{}', 'charge', n::text, true,
     now()
   from webhook_endpoint, generate_series(1, ${ROWS}) n where id = $1`,
  // Half of the deliveries are finished; the other half wait for a later retry.
  `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
     attempts, scheduled_attempts, last_error, next_attempt_at, finished_at, created_at)
   select gen_random_uuid(), merchant_id, webhook_endpoint.id, 'evt_' || lpad(n::text, 26, '0'), 'charge.paid', now(),
     case n % 2 when 0 then 'succeeded' else 'pending' end, 'auto', 1, 1, case n % 2 when 1 then 'http_5xx' end,
     case n % 2 when 1 then now() + interval '1 day' end, case n % 2 when 0 then now() end, now()
   from webhook_endpoint, generate_series(1, ${ROWS}) n where id = $1`,
]

test('a claim whose query plan was made while the tables were nearly empty reads few rows after the tables have grown', async () => {
  const { merchantId, endpointId } = await fixture.createHealthyMerchant()
  await owner.query('alter table webhook_delivery set (autovacuum_enabled = off)')
  await owner.query('alter table webhook_endpoint set (autovacuum_enabled = off)')
  await owner.query(`update webhook_endpoint set max_in_flight = ${BATCH + 1} where id = $1`, [endpointId])
  await fixture.recordEvents(merchantId, 1)
  await transaction(fixture.context(), async (tx) => {
    expect(await claimDeliveries(tx, BATCH)).toHaveLength(1)
    for (const statement of FILL) await owner.query(statement, [endpointId])
    await fixture.recordEvents(merchantId, BATCH)
    const before = await rowsFetched(tx, 'webhook%')
    expect(await claimDeliveries(tx, BATCH)).toHaveLength(BATCH)
    expect((await rowsFetched(tx, 'webhook%')) - before).toBeLessThanOrEqual(READ_MAX)
  })
})
