import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aChargeBody, anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { advance, DAY_SECONDS, sandboxOf, testClient } from '../testing/fixtures/sandbox-fixture.ts'
import type { ErrorBody, RestClient } from '../testing/clients/rest-client.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver, type Receiver } from '../testing/fakes/webhook-receiver.ts'
import { sql } from '../kernel/database/sql.ts'
import { inParallel } from '../testing/in-parallel.ts'
import { World } from '../testing/world.ts'
import { SUBSCRIBABLE_EVENT_TYPES } from '../webhooks/events/event-types.ts'
import { advanceClock, readClock } from './advance-clock.ts'
import { createTestKey } from './create-test-key.ts'
import { sandboxLoops } from './sandbox-jobs.ts'
import { TRIGGERS } from './triggers.ts'

let world: World
let receiver: Receiver
let rest: RestClient
beforeAll(async () => {
  receiver = await startReceiver()
  world = await World.start({
    hasSandbox: true,
    terms: { reserveBps: 500, reserveDays: 30, settlementDelayDays: 1 },
    settings: { WEBHOOK_ALLOW_PRIVATE: receiver.host, WEBHOOK_CA_FILE: receiver.caFile },
  })
  rest = await testClient(world)
})
afterAll(async () => {
  await world.stop()
  await receiver.close()
})

interface EventJson {
  type: string
  environment: string
  data: { charge_id?: string }
}

async function listEvents(): Promise<EventJson[]> {
  const events: EventJson[] = []
  for (let cursor = ''; ;) {
    const page = await rest.get<{ items: EventJson[]; next_cursor: string | null }>(
      `/v1/webhooks/events?limit=200${cursor}`,
    )
    events.push(...page.body.items)
    if (page.body.next_cursor === null) return events
    cursor = `&cursor=${encodeURIComponent(page.body.next_cursor)}`
  }
}

test('a charge created with a test key is simulated, has the id of the test account, and can be paid', async () => {
  const { status, body } = await createCharge(rest)
  expect([status, body.status]).toEqual([201, 'pending'])
  const simulated = { gateway_id: world.merchantId, environment: 'sandbox', is_simulated: true }
  expect(body).toMatchObject(simulated)
  const paid = await rest.post<ChargeJson>(`/v1/test/charges/${body.id}/pay`)
  expect(paid).toMatchObject({ status: 200, body: { ...simulated, status: 'paid', payments_count: 1 } })
})

test('if several first test keys of a merchant are created at once, all belong to one test account', async () => {
  const { merchantId } = await world.anotherMerchant()
  const clients = await inParallel([1, 2, 3, 4], 4, () => testClient(world, merchantId))
  const [first, ...others] = clients
  const { body } = await createCharge(first ?? rest)
  for (const other of others) expect((await other.get(`/v1/pix/charges/${body.id}`)).status).toBe(200)
})

test('a test key has the prefix svc_test_ and is recorded in the audit log of production', async () => {
  const input = { name: 'auditada', scopes: ['charges:read'] }
  const sandbox = sandboxOf(world).tools.context('test')
  const { key, apiKey } = await createTestKey(world.context('staff:ana'), sandbox, world.merchantId, input)
  expect(key).toMatch(/^svc_test_[0-9A-Za-z]{12}_/)
  const entries = await sql<{ actor: string }>(
    world.context(),
    `select actor from audit_entry where action = 'api_key.create' and target_id = $1`,
    [apiKey.id],
  )
  expect(entries).toEqual([{ actor: 'staff:ana' }])
})

test('a live key gets 403 test_key_required on the routes of the test environment', async () => {
  const { body } = await createCharge(world.rest)
  for (const action of ['pay', 'dispute', 'fail-return']) {
    const answer = await world.rest.post(`/v1/test/charges/${body.id}/${action}`)
    expect([answer.status, answer.body.error.details.reason]).toEqual([403, 'test_key_required'])
  }
})

/** Creates a charge, advances the clock by `before` seconds, and pays the charge. */
const pay = async (change: object, before = 0): Promise<ChargeJson> => {
  const { body } = await createCharge(rest, { expires_in_seconds: 60 })
  if (before > 0) await advance(rest, before)
  return (await rest.post<ChargeJson>(`/v1/test/charges/${body.id}/pay`, change)).body
}

test('a test payment can have another amount or another payer, can be made twice, and can be late', async () => {
  expect(await pay({ amount_cents: 9_999 })).toMatchObject({ status: 'pending', payments_count: 1 })
  expect(await pay({ wrong_payer: true })).toMatchObject({ status: 'paid' })
  expect(await pay({ twice: true })).toMatchObject({ status: 'paid', payments_count: 2 })
  expect(await pay({ late: true }, 120)).toMatchObject({ status: 'paid', late_payment: true })
  expect(await pay({}, 120)).toMatchObject({ error: { details: { reason: 'charge_not_payable' } } })
})

test('a charge with an amount of the published list has the published effect within 90 days', async () => {
  const made = new Map<bigint, ChargeJson & ErrorBody>()
  for (const { amountCents } of TRIGGERS) {
    const body = aChargeBody({ amount_cents: Number(amountCents) })
    const headers = { 'idempotency-key': anIdempotencyKey() }
    made.set(amountCents, (await rest.post<ChargeJson & ErrorBody>('/v1/pix/charges', body, headers)).body)
  }
  await advance(rest, 5 * DAY_SECONDS)
  for (const { amountCents, returns } of TRIGGERS.filter((trigger) => trigger.returns)) {
    const path = `/v1/pix/charges/${made.get(amountCents)?.id}/refunds`
    const refund = await rest.post<{ status: string }>(path, {}, { 'idempotency-key': anIdempotencyKey() })
    const status = returns === 'refused' ? 'failed' : 'processing'
    expect([returns, refund.status, refund.body.status]).toEqual([returns, 201, status])
  }
  await advance(rest, 85 * DAY_SECONDS - 3_600)
  const path = `/v1/test/charges/${made.get(990_020n)?.id}/dispute`
  // The deadline has passed, but the dispute is still open.
  expect((await rest.post(path, { result: 'rejected' })).status).toBe(200)
  const events = await listEvents()
  expect(new Set(events.map(({ environment }) => environment))).toEqual(new Set(['sandbox']))
  const general = new Set(events.filter(({ data }) => !data.charge_id).map(({ type }) => type))
  const missing = TRIGGERS.flatMap(({ amountCents, observed }) => {
    const { id, error } = made.get(amountCents) ?? {}
    const own = events.filter(({ data }) => data.charge_id === id).map(({ type }) => type)
    const seen = new Set([...general, ...(id ? own : []), error?.details.reason])
    return observed.filter((one) => !seen.has(one)).map((one) => `${amountCents} ${one}`)
  })
  expect(missing).toEqual([])
  const endpoints = ['webhook_endpoint.paused', 'webhook_endpoint.disabled']
  const triggered = new Set([...TRIGGERS.flatMap(({ observed }) => observed), ...endpoints])
  expect(SUBSCRIBABLE_EVENT_TYPES.filter((type) => !triggered.has(type))).toEqual([])
})

test('a charge expires within an hour of its due time, even if the clock is advanced far beyond it', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  const { body } = await createCharge(client)
  await advance(client, 10 * DAY_SECONDS)
  const events = await client.get<{ items: (EventJson & { created_at: string })[] }>('/v1/webhooks/events')
  const [expired] = events.body.items
  const lateMs = Date.parse(expired?.created_at ?? '') - Date.parse(body.expires_at ?? '')
  expect([expired?.type, lateMs >= 0, lateMs < 3_600_000]).toEqual(['charge.expired', true, true])
})

test('if an advance of the clock does not end within its API call, the jobs of the process continue it', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  const { body } = await createCharge(client)
  const { tools } = sandboxOf(world)
  const begun = await advanceClock({ ...tools, waitMs: 0 }, merchantId, DAY_SECONDS * 1_000)
  expect(begun.advancingTo).not.toBeNull()
  const [loop] = sandboxLoops(tools, () => Promise.resolve())
  while ((await readClock(tools.context('test'), merchantId)).advancingTo !== null)
    await loop?.run(tools.context('job:sandbox'))
  expect((await client.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status).toBe('expired')
})

test('the guide to the test environment lists every published amount', async () => {
  const page = await fetch(`${world.baseUrl}/docs/test-environment`)
  const cells = (await page.text()).replaceAll(/<[^>]+>/g, '|')
  const rows = TRIGGERS.map(({ amountCents, effect }) => [`${amountCents}|`, `|${effect}|`])
  expect(rows.flat().filter((cell) => !cells.includes(cell))).toEqual([])
})

test("an advance of one test account's clock does not move the clock of another test account", async () => {
  const { merchantId } = await world.anotherMerchant()
  const other = await testClient(world, merchantId)
  const { body } = await createCharge(other)
  await advance(rest, DAY_SECONDS)
  expect((await other.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status).toBe('pending')
  expect((await rest.get(`/v1/pix/charges/${body.id}`)).status).toBe(404)
})

test('the request log of a test account still lists a call after the clock was advanced by 90 days', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  await advance(client, 90 * DAY_SECONDS)
  await world.sandbox?.kit.requestLog.flush()
  const { body } = await client.get<{ items: { route: string }[] }>('/v1/requests')
  expect(body.items).toMatchObject([{ route: '/v1/test/clock/advance' }])
})

test('a webhook of a test account is signed with the real time and attempted at most 20 times', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  const url = receiver.url('/avisos')
  const endpoint = await client.post<{ signing_secret: string }>('/v1/webhooks/endpoints', { url })
  await advance(client, 10 * DAY_SECONDS)
  const { body } = await createCharge(client)
  await client.post(`/v1/test/charges/${body.id}/pay`)
  await advance(client, 1)
  const call = receiver.calls.find(({ headers }) => headers['x-svc-event-type'] === 'charge.paid')
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]+)/.exec(String(call?.headers['x-svc-signature'])) ?? []
  const signed = createHmac('sha256', endpoint.body.signing_secret).update(`${t}.${call?.body}`).digest('hex')
  expect(v1).toBe(signed)
  expect(Math.abs(Number(t) * 1_000 - (call?.at.getTime() ?? 0))).toBeLessThan(300_000)

  receiver.calls.length = 0
  receiver.behave(({ res }) => res.writeHead(500).end())
  await createCharge(client, { amount_cents: 990_010 })
  await advance(client, 30 * DAY_SECONDS)
  const attempts = Map.groupBy(receiver.calls, ({ headers }) => headers['x-svc-event-id'])
  expect(attempts.size).toBeGreaterThan(0)
  expect(Math.max(...Array.from(attempts.values(), (calls) => calls.length))).toBeLessThanOrEqual(20)
})

test('the clock of a test account does not affect a test of an endpoint or the end of a replaced secret', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  const created = await client.post<{ id: string }>('/v1/webhooks/endpoints', { url: receiver.url('/teste') })
  await advance(client, 10 * DAY_SECONDS)
  receiver.calls.length = 0
  const path = `/v1/webhooks/endpoints/${created.body.id}`
  expect((await client.post(`${path}/test`)).status).toBe(200)
  const call = receiver.calls.find(({ headers }) => headers['x-svc-event-type'] === 'webhook.test')
  const [, t = ''] = /^t=(\d+)/.exec(String(call?.headers['x-svc-signature'])) ?? []
  expect(Math.abs(Number(t) * 1_000 - (call?.at.getTime() ?? 0))).toBeLessThan(300_000)

  const before = Date.now()
  const rotated = await client.post<{ previous_expires_at: string }>(`${path}/rotate-secret`, {
    grace_seconds: DAY_SECONDS,
  })
  const endsAt = new Date(rotated.body.previous_expires_at).getTime()
  expect(Math.abs(endsAt - before - DAY_SECONDS * 1_000)).toBeLessThan(300_000)
})

test('the clock of a test account cannot be more than ten years ahead', async () => {
  const { merchantId } = await world.anotherMerchant()
  const client = await testClient(world, merchantId)
  for (let year = 0; year < 9; year++)
    await client.post('/v1/test/clock/advance', { seconds: 366 * DAY_SECONDS })
  const { status, body } = await client.post('/v1/test/clock/advance', {
    seconds: 366 * DAY_SECONDS,
  })
  expect([status, body.error.details.reason]).toEqual([409, 'test_clock_limit'])
})

// This is the last test, because other work of the process also sees the later time.
test('a call that waits for events is answered, even if it waits longer than the general time limit of calls', async () => {
  const { kit } = sandboxOf(world)
  const waiting = rest.get('/v1/events/feed?wait=1&after=latest')
  await eventually(() => expect(kit.feedWaiters.size).toBe(1))
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + kit.callMs + 1_000)
  expect(await waiting).toMatchObject({ status: 200, body: { items: [] } })
  later.mockRestore()
})
