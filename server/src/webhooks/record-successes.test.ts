import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transaction } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { eventually } from '../testing/eventually.ts'
import { WebhookFixture } from '../testing/fixtures/webhook-fixture.ts'
import { claimDeliveries } from './dispatch/claim-deliveries.ts'
import { finishDeliveries } from './dispatch/finish-deliveries.ts'
import { sendDelivery } from './dispatch/send-delivery.ts'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await WebhookFixture.start()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())

const attemptOne = async () => {
  const [claimed] = await claimDeliveries(fixture.context(), 64)
  if (!claimed) throw new Error('expected a claimed delivery, got none')
  return sendDelivery(fixture.context(), claimed)
}

const waitForLockWait = () =>
  eventually(async () => {
    const waiting = await sql(
      fixture.context(),
      `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting).toHaveLength(1)
  })

test('recording a success waits for a concurrent change of its endpoint and makes the endpoint healthy', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  const attempt = await attemptOne()
  const recording = await transaction(fixture.context(), async (tx) => {
    await sql(
      tx,
      `update webhook_endpoint set consecutive_failures = 7, failing_since = created_at, half_open = true where id = $1`,
      [merchant.endpointId],
    )
    const finishing = finishDeliveries(fixture.context(), [attempt])
    await waitForLockWait()
    return { finishing }
  })
  expect(await recording.finishing).toBe(1)
  expect(await fixture.deliveries(merchant)).toMatchObject([{ status: 'succeeded', last_error: null }])
  expect(await fixture.endpointRow(merchant)).toMatchObject({
    consecutive_failures: 0,
    failing_since: null,
    half_open: false,
    last_success_at: expect.any(Date),
  })
})

test('a success is ignored if its delivery returns to pending concurrently', async () => {
  const merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId)
  const attempt = await attemptOne()
  const recording = await transaction(fixture.context(), async (tx) => {
    await sql(
      tx,
      `update webhook_delivery set status = 'pending', next_attempt_at = created_at, claim_id = null,
         lease_until = null where endpoint_id = $1`,
      [merchant.endpointId],
    )
    const finishing = finishDeliveries(fixture.context(), [attempt])
    await waitForLockWait()
    return { finishing }
  })
  expect(await recording.finishing).toBe(0)
  expect(await fixture.deliveries(merchant)).toMatchObject([{ status: 'pending', finished_at: null }])
  expect(await fixture.endpointRow(merchant)).toMatchObject({ last_success_at: null })
  const logged = await sql(fixture.context(), 'select 1 as one from webhook_attempt where endpoint_id = $1', [
    merchant.endpointId,
  ])
  expect(logged).toEqual([])
})
