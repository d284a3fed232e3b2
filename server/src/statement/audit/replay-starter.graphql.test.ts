import { expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { startWebhookConsole } from '../../testing/fixtures/start-console.ts'
import { startReplay } from '../../webhooks/replays/start-replay.ts'

const { fixture, testConsole } = await startWebhookConsole()

const START = `mutation ($m: Uuid!, $f: WebhookReplayFilter!) {
  replayWebhooks(merchantId: $m, filter: $f, dryRun: false, reason: "Fora do ar") { replay { id startedBy } } }`

const LIST = `query ($m: Uuid!) {
  webhookReplays(merchantId: $m) { nodes { startedBy } } }`

interface Replays {
  webhookReplays: { nodes: { startedBy: string | null }[] }
}

test('staff who may read deliveries see who started each replay; other staff are refused', async () => {
  const { merchantId, endpointId, rest } = await fixture.createMerchant()
  const { world } = fixture
  // No delivery matches, so each replay completes at once and another can start.
  const period = () => ({ from: new Date(world.clock.now().getTime() - 1_000), to: world.clock.now() })
  const admin = await testConsole.signedIn('admin')
  const f = { endpointId, ...period() }
  const started = await admin.send<{ replayWebhooks: { replay: { id: string; startedBy: string } } }>(START, {
    m: merchantId,
    f,
  })
  expect(started.data?.replayWebhooks.replay.startedBy).toBe('Pessoa admin')
  const { from, to } = period()
  world.clock.advance(1)
  expect((await rest.post('/v1/webhooks/replays', { endpoint_id: endpointId, from, to })).status).toBe(202)
  world.clock.advance(1)
  await startReplay(world.kit.context('cli'), merchantId, {
    endpointId,
    source: 'deliveries',
    eventTypes: [],
    status: undefined,
    from,
    to,
    includeSucceeded: false,
  })
  world.clock.advance(1)
  // A merchant that moved to this cell brings its replays, but not their audit entries.
  await sql(
    world.context(),
    `insert into webhook_replay select (jsonb_populate_record(r,
       jsonb_build_object('id', gen_random_uuid(), 'created_at', $2::timestamptz))).* from webhook_replay r where id = $1`,
    [started.data?.replayWebhooks.replay.id ?? '', world.clock.now()],
  )

  const support = await testConsole.signedIn('support')
  const { data } = await support.send<Replays>(LIST, { m: merchantId })
  expect(data?.webhookReplays.nodes.map(({ startedBy }) => startedBy)).toEqual([
    null,
    'cli',
    'api-key:tudo',
    'Pessoa admin',
  ])
  const finance = await testConsole.signedIn('finance')
  expect((await finance.send(LIST, { m: merchantId })).code).toBe('FORBIDDEN')
})
