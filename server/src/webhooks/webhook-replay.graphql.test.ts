import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf } from '../testing/audit-lines.ts'
import { TestConsole, type ConsoleClient } from '../testing/console-client.ts'
import { Market, type Shop } from '../testing/shops.ts'

let market: Market
let office: TestConsole
let admin: ConsoleClient
let shop: Shop
beforeAll(async () => {
  market = await Market.start()
  office = await TestConsole.start(market.world.kit)
  admin = await office.signedIn('admin')
  shop = await market.shop()
  await market.events(shop.merchantId, 3)
  // Lets go of all three: they read skipped.
  await market.clear()
})
afterAll(async () => {
  await office.stop()
  await market.stop()
})

interface Outcome {
  replayWebhooks: {
    matched: number
    exceedsLimit: boolean
    replay: { id: string; status: string; matched: number; queued: number } | null
  }
}

const REPLAY = `mutation ($m: ID!, $f: WebhookReplayFilter!, $d: Boolean!, $r: String) {
  replayWebhooks(merchantId: $m, filter: $f, dryRun: $d, reason: $r) {
    matched exceedsLimit replay { id status matched queued } } }`

function ask(variables: { d: boolean; r?: string }, changes: object = {}, browser = admin) {
  const now = market.world.clock.now().getTime()
  const f = {
    endpointId: shop.endpointId,
    from: new Date(now - 3_600_000),
    to: new Date(now + 3_600_000),
    ...changes,
  }
  return browser.send<Outcome>(REPLAY, { m: shop.merchantId, f, ...variables })
}

const count = (changes: object = {}) => ask({ d: true }, changes)
const start = (r?: string) => ask({ d: false, ...(r === undefined ? {} : { r }) })

test('an administrator counts first, then sends all again with a reason, and sees how far it has come', async () => {
  const counted = await count()
  expect(counted.errors).toEqual([])
  expect(counted.data?.replayWebhooks).toEqual({ matched: 3, exceedsLimit: false, replay: null })
  expect((await start()).errors[0]?.extensions.fields).toEqual([{ path: 'reason', code: 'required' }])

  const { data } = await start('Recebedor fora do ar')
  const started = data?.replayWebhooks.replay
  expect(started).toMatchObject({ status: 'running', matched: 3, queued: 3 })
  const seen = await admin.send<{ webhookReplay: object; webhookReplays: { nodes: object[] } }>(
    `query ($m: ID!, $i: ID!, $e: ID!) { webhookReplay(merchantId: $m, id: $i) { id status queued done failed }
      webhookReplays(merchantId: $m, endpointId: $e) { nodes { id } }
      another: webhookReplays(merchantId: $m, endpointId: $i) { nodes { id } }
      none: webhookReplays(merchantId: $m, endpointId: "x") { nodes { id } } }`,
    { m: shop.merchantId, i: started?.id, e: shop.endpointId },
  )
  expect(seen.data).toEqual({
    another: { nodes: [] },
    none: { nodes: [] },
    webhookReplay: { id: started?.id, status: 'running', queued: 3, done: 0, failed: 0 },
    webhookReplays: { nodes: [{ id: started?.id }] },
  })
  expect(await auditOf(market.world.context(), started?.id ?? '')).toMatchObject([
    { action: 'webhook_replay.start', role: 'admin', reason: 'Recebedor fora do ar', after: { matched: 3 } },
  ])
  expect((await start('De novo')).errors[0]?.extensions.reason).toBe('webhook_replay_running')
})

test('support replays one by one only', async () => {
  expect((await ask({ d: true }, {}, await office.signedIn('support'))).code).toBe('FORBIDDEN')
})

test('a filter that is none is refused by name', async () => {
  const turned = await count({ to: new Date(0) })
  expect(turned.errors[0]?.extensions.fields).toEqual([{ path: 'to', code: 'out_of_range' }])
  expect((await count({ eventTypes: ['no.such'] })).code).toBe('validation_error')
  const unknown = await count({ endpointId: 'x' })
  expect(unknown.errors[0]?.extensions.reason).toBe('webhook_endpoint_not_found')
})
