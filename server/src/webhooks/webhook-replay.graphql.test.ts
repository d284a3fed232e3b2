import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { STEP_UP_MS } from '../graphql/permissions.ts'
import { sql } from '../kernel/database/sql.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { eventually } from '../testing/eventually.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import type { WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'

const { fixture, testConsole } = await startWebhookConsole()
let admin: ConsoleClient
let merchant: WebhookMerchant
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
  merchant = await fixture.createMerchant()
  await fixture.recordEvents(merchant.merchantId, 3)
  // Sets the three deliveries to skipped, so that a replay can select them.
  await fixture.clear()
})

interface Outcome {
  replayWebhooks: {
    matched: number
    exceedsLimit: boolean
    period: { succeeded: number; waiting: number; missed: number } | null
    replay: { id: string; status: string; matched: number; queued: number } | null
  }
}

const REPLAY = `mutation ($m: Uuid!, $f: WebhookReplayFilter!, $d: Boolean!, $r: String) {
  replayWebhooks(merchantId: $m, filter: $f, dryRun: $d, reason: $r) {
    matched exceedsLimit period { succeeded waiting missed } replay { id status matched queued } } }`

function replayWebhooks(
  variables: { d: boolean; r?: string },
  changes: object = {},
  { browser = admin, of = merchant }: { browser?: ConsoleClient; of?: WebhookMerchant } = {},
) {
  const now = fixture.world.clock.now().getTime()
  const f = {
    endpointId: of.endpointId,
    from: new Date(now - 3_600_000),
    to: new Date(now + 3_600_000),
    ...changes,
  }
  return browser.send<Outcome>(REPLAY, { m: of.merchantId, f, ...variables })
}

const count = (changes: object = {}) => replayWebhooks({ d: true }, changes)
const start = (r?: string) => replayWebhooks({ d: false, ...(r === undefined ? {} : { r }) })

test('an administrator counts the matching deliveries, starts a replay with a reason and reads its progress', async () => {
  const counted = await count()
  expect(counted.errors).toEqual([])
  expect(counted.data?.replayWebhooks).toEqual({
    matched: 3,
    exceedsLimit: false,
    period: null,
    replay: null,
  })
  expect((await start()).errors[0]?.extensions.fields).toEqual([{ path: 'reason', code: 'required' }])

  const { data } = await start('Recebedor fora do ar')
  const started = data?.replayWebhooks.replay
  expect(started).toMatchObject({ status: 'running', matched: 3, queued: 3 })
  const seen = await admin.send<{ webhookReplay: object; webhookReplays: { nodes: object[] } }>(
    `query ($m: Uuid!, $i: Uuid!, $e: Uuid!) { webhookReplay(merchantId: $m, id: $i) { id status queued done failed }
      webhookReplays(merchantId: $m, endpointId: $e) { nodes { id } }
      another: webhookReplays(merchantId: $m, endpointId: $i) { nodes { id } } }`,
    { m: merchant.merchantId, i: started?.id, e: merchant.endpointId },
  )
  expect(seen.data).toEqual({
    another: { nodes: [] },
    webhookReplay: { id: started?.id, status: 'running', queued: 3, done: 0, failed: 0 },
    webhookReplays: { nodes: [{ id: started?.id }] },
  })
  expect(await auditOf(fixture.world.context(), started?.id ?? '')).toMatchObject([
    { action: 'webhook_replay.start', role: 'admin', reason: 'Recebedor fora do ar', after: { matched: 3 } },
  ])
  expect((await start('De novo')).errors[0]?.extensions.reason).toBe('webhook_replay_running')
})

test('the support role may neither count nor start a bulk replay', async () => {
  const browser = await testConsole.signedIn('support')
  expect((await replayWebhooks({ d: true }, {}, { browser })).code).toBe('FORBIDDEN')
  expect((await replayWebhooks({ d: false, r: 'Fora do ar' }, {}, { browser })).code).toBe('FORBIDDEN')
})

test('a reversed period, an unknown event type and an unknown endpoint are refused', async () => {
  const reversed = await count({ to: new Date(0) })
  expect(reversed.errors[0]?.extensions.fields).toEqual([{ path: 'to', code: 'out_of_range' }])
  expect((await count({ eventTypes: ['no.such'] })).code).toBe('validation_error')
  const unknown = await count({ endpointId: '01890000-0000-7000-8000-000000000000' })
  expect(unknown.errors[0]?.extensions.reason).toBe('webhook_endpoint_not_found')
})

/** Creates a merchant whose endpoint has `events` skipped deliveries. */
async function createWithSkipped(events: number): Promise<WebhookMerchant> {
  const of = await fixture.createMerchant()
  await fixture.recordEvents(of.merchantId, events)
  await fixture.clear()
  return of
}

const replaysOf = ({ endpointId }: WebhookMerchant) =>
  sql<{ matched: number }>(
    fixture.world.context(),
    'select matched from webhook_replay where endpoint_id = $1',
    [endpointId],
  )

/** Signs in an administrator whose step-up authentication has expired. */
async function signInWithoutStepUp(): Promise<ConsoleClient> {
  const browser = await testConsole.signedIn('admin')
  fixture.world.clock.advance(STEP_UP_MS)
  return browser
}

test('a replay of more than a hundred deliveries requires step-up authentication', async () => {
  const [few, many] = [await createWithSkipped(100), await createWithSkipped(101)]
  const browser = await signInWithoutStepUp()
  const replay = (of: WebhookMerchant, by = browser) =>
    replayWebhooks({ d: false, r: 'Fora do ar' }, {}, { browser: by, of })
  expect((await replay(few)).errors).toEqual([])
  expect(await replaysOf(few)).toEqual([{ matched: 100 }])

  expect((await replayWebhooks({ d: true }, {}, { browser, of: many })).data?.replayWebhooks.matched).toBe(
    101,
  )
  expect((await replay(many)).errors[0]?.extensions).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    reason: 'code_needed',
  })
  expect(await replaysOf(many)).toEqual([])
  expect((await replay(many, await testConsole.signedIn('admin'))).errors).toEqual([])
  expect(await replaysOf(many)).toEqual([{ matched: 101 }])
})

test('a replay of more than a hundred events requires step-up authentication, and adds no delivery without the step-up', async () => {
  const of = await fixture.createMerchant()
  await fixture.recordEvents(of.merchantId, 101)
  const { endpointId } = await fixture.createEndpoint(of.merchantId)
  const replay = (d: boolean, browser: ConsoleClient) =>
    replayWebhooks({ d, r: 'Endpoint novo' }, { endpointId, source: 'events' }, { browser, of })
  const added = () => fixture.deliveries({ endpointId })

  const browser = await signInWithoutStepUp()
  const counted = await replay(true, browser)
  expect(counted.data?.replayWebhooks).toEqual({
    matched: 101,
    exceedsLimit: false,
    period: null,
    replay: null,
  })
  expect((await replay(false, browser)).code).toBe('STEP_UP_REQUIRED')
  expect(await added()).toEqual([])

  const started = await replay(false, await testConsole.signedIn('admin'))
  expect(started.data?.replayWebhooks.replay).toMatchObject({ status: 'running', matched: 101 })
  expect(await added()).toHaveLength(101)
  expect(await auditOf(fixture.world.context(), started.data?.replayWebhooks.replay?.id ?? '')).toMatchObject(
    [{ reason: 'Endpoint novo', after: { source: 'events', matched: 101 } }],
  )
})

test('a delivery that is added while a replay starts counts towards the limit for step-up authentication', async () => {
  const of = await createWithSkipped(100)
  const browser = await signInWithoutStepUp()
  const other = new Client({ connectionString: fixture.world.database.url })
  await other.connect()
  await other.query('begin')
  await other.query('select 1 from webhook_endpoint where id = $1 for update', [of.endpointId])
  const answer = replayWebhooks({ d: false, r: 'Fora do ar' }, {}, { browser, of })
  await eventually(async () => {
    const waiting = await sql(
      // PostgreSQL shows what a session is waiting for only to members of the session's role.
      fixture.world.kit.consoleContext('test'),
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting).toHaveLength(1)
  })
  await other.query(
    `insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status,
       trigger, attempts, scheduled_attempts, created_at, finished_at)
     select gen_random_uuid(), merchant_id, endpoint_id, 'evt_late', event_type, event_created_at, status, trigger,
       attempts, scheduled_attempts, created_at, finished_at
     from webhook_delivery where endpoint_id = $1 limit 1`,
    [of.endpointId],
  )
  await other.query('commit')
  await other.end()
  expect((await answer).code).toBe('STEP_UP_REQUIRED')
  expect(await replaysOf(of)).toEqual([])
})

test('when no delivery matches, the count contains the outcomes of the deliveries in the period', async () => {
  await fixture.clear()
  const other = await fixture.createHealthyMerchant()
  const outcomes = async (changes: object) =>
    (await replayWebhooks({ d: true }, changes, { of: other })).data?.replayWebhooks
  const none = { succeeded: 0, waiting: 0, missed: 0 }
  expect(await outcomes({})).toMatchObject({ matched: 0, period: none })

  await fixture.recordEvents(other.merchantId, 2)
  await deliverDue(fixture.context(), 64)
  await fixture.recordEvents(other.merchantId, 1)
  expect(await outcomes({})).toMatchObject({ matched: 0, period: { succeeded: 2, waiting: 1, missed: 0 } })
  expect(await outcomes({ eventTypes: ['charge.paid'] })).toMatchObject({ matched: 0, period: none })
  expect(await outcomes({ status: 'pending' })).toMatchObject({ matched: 1, period: null })
})
