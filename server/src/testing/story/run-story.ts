import { createApiKey } from '../../api-keys/create-api-key.ts'
import { moveToFeed } from '../../webhooks/feed/sequence-events.sql.ts'
import type { DisputeFileJson } from '../fixtures/files.ts'
import { SCOPES } from '../../kernel/scopes.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import { RestClient } from '../clients/rest-client.ts'
import { deliverDue } from '../deliver-due.ts'
import { answer, startReceiver } from '../fakes/webhook-receiver.ts'
import { aBankAccount } from '../fixtures/bank-accounts.ts'
import type { OperationExample } from '../../http/openapi/recorded.ts'
import { createCharge, PAYER, type ChargeJson } from '../fixtures/charges.ts'
import { aDispute, decide, untilClosed } from '../fixtures/disputes.ts'
import { aPdf } from '../fixtures/files.ts'
import { settleEverything } from '../fixtures/ledger.ts'
import { untilEnded, type RefundJson } from '../fixtures/returns.ts'
import { World } from '../world.ts'
import { Canonical, STORY_START } from './canonical.ts'
import { tryTestEnvironment } from './test-environment-act.ts'
import { StoryRecorder } from './recorder.ts'
import { DAY_MS, type Scene } from './scene.ts'
import {
  changeEndpoint,
  listEventsByType,
  readWebhooks,
  registerEndpoint,
  replayWebhooks,
} from './webhook-acts.ts'

const SECOND_MS = 1_000
const ENDPOINT_URL = 'https://loja.example/webhooks/pix'

/** The recorded calls of a merchant by operationId, and the recorded events by type. */
export interface Story {
  operations: Record<string, OperationExample>
  events: Record<string, unknown>
}

/**
 * Makes the calls to /v1 of one merchant, for the examples of the API documentation: an order that is paid and partly
 * refunded, disputes, a payout, and their webhooks. Returns the recorded calls and events, which have the same ids and
 * times in every run.
 */
export async function runStory(): Promise<Story> {
  const receiver = await startReceiver(
    answer(200, { 'content-type': 'application/json', date: 'now' }, '{"ok":true}'),
  )
  const settings = { WEBHOOK_ALLOW_PRIVATE: receiver.host, WEBHOOK_CA_FILE: receiver.caFile }
  const terms = { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 }
  const world = await World.start({ settings, terms, hasSandbox: true })
  try {
    const startedAt = startClock(world)
    const { key } = await createApiKey(world.context(), world.merchantId, {
      name: 'Loja principal',
      scopes: SCOPES,
    })
    const rest = new RestClient(world.baseUrl, key)
    // The clock advances before each call and not after it, because the network settles a requested return only after
    // the call has ended.
    const story = new StoryRecorder(rest, () => world.clock.advance(SECOND_MS))
    const scene: Scene = { world, rest, receiver, story, ids: {} }
    await play(scene)
    const events = await listEventsByType(scene)
    const canonical = new Canonical(startedAt, new Map([[receiver.url(), ENDPOINT_URL]]))
    const operations = Object.fromEntries(
      Object.entries(story.operations).map(([name, operation]) => [name, canonical.of(operation)]),
    )
    return JSON.parse(JSON.stringify({ operations, events: canonical.of(events) }))
  } finally {
    await world.stop()
    await receiver.close()
  }
}

/** Stops the clock at the next time when the time of day is that of STORY_START, and returns that time. */
function startClock({ clock }: World): Date {
  clock.stop()
  const left = (STORY_START.getTime() - clock.now().getTime()) % DAY_MS
  clock.advance((left + DAY_MS) % DAY_MS)
  return clock.now()
}

async function play(scene: Scene): Promise<void> {
  await registerEndpoint(scene)
  await sellOrder(scene)
  await readWebhooks(scene)
  await replayWebhooks(scene)
  await cancelAnotherOrder(scene)
  scene.world.clock.advance(DAY_MS)
  await settleEverything(scene.world)
  await refundPart(scene)
  await answerDispute(scene)
  await acceptAnotherDispute(scene)
  await payOut(scene)
  scene.world.clock.advance(2 * DAY_MS)
  await settleEverything(scene.world)
  await readAccount(scene)
  await changeEndpoint(scene)
  await tryTestEnvironment(scene)
}

async function sellOrder({ story, world, ids }: Scene): Promise<void> {
  const order = {
    headers: { 'Idempotency-Key': 'pedido-1024-tentativa-1' },
    body: {
      order_reference: 'pedido-1024',
      amount_cents: 15_000,
      description: 'Cesta de café da manhã',
      payer: PAYER,
      expires_in_seconds: 3_600,
      metadata: { loja: 'centro' },
    },
  }
  const charge = await story.call<ChargeJson>('createCharge', order)
  await story.call('createCharge', order)
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  ids['charge'] = charge.id
  await deliverDue(world.context('job:webhooks'), 100)
  await story.call('getCharge', { params: { id: charge.id } })
  await story.call('listCharges', { query: { order_reference: 'pedido-1024' } })
}

async function cancelAnotherOrder({ story, rest }: Scene): Promise<void> {
  const { body } = await createCharge(rest, { order_reference: 'pedido-1025' })
  await story.call('cancelCharge', { params: { id: body.id } })
}

async function refundPart({ story, world, rest, ids }: Scene): Promise<void> {
  const request = {
    params: { id: ids['charge'] ?? '' },
    headers: { 'Idempotency-Key': 'pedido-1024-devolucao-1' },
    body: { amount_cents: 5_000, reason: 'requested_by_customer', description: 'Um item em falta' },
  }
  const refund = await story.call<RefundJson>('createRefund', request)
  await untilEnded(world, refund, rest)
  await story.call('createRefund', request)
  await story.call('listRefunds', { params: { id: ids['charge'] ?? '' } })
}

/** Creates and pays an order that the payer disputes. */
async function disputedOrder({ world, rest }: Scene, orderReference: string): Promise<string> {
  const { body } = await createCharge(rest, { order_reference: orderReference, amount_cents: 8_000 })
  world.network.pay({ txid: body.pix?.txid ?? '' })
  await world.settleInbox()
  const { body: paid } = await rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)
  world.clock.advance(SECOND_MS)
  const { caseId } = await aDispute(world, paid)
  world.clock.advance(SECOND_MS)
  return caseId
}

async function answerDispute(scene: Scene): Promise<void> {
  const { story, world, ids } = scene
  const id = (ids['dispute'] = await disputedOrder(scene, 'pedido-1026'))
  const upload = {
    params: { id },
    bytes: aPdf('Nota fiscal 1026'),
    headers: {
      'Idempotency-Key': 'pedido-1026-arquivo-1',
      'Content-Disposition': 'attachment; filename="nota.pdf"',
    },
  }
  const file = await story.call<DisputeFileJson>('uploadDisputeFile', upload)
  await story.call('uploadDisputeFile', upload)
  await story.call('listDisputeFiles', { params: { id } })
  const evidence = {
    params: { id },
    headers: { 'Idempotency-Key': 'pedido-1026-defesa-1' },
    body: { text: 'Entregue em 21/11 às 14:10; recibo assinado em anexo.', file_ids: [file.id] },
  }
  await story.call('submitDisputeEvidence', evidence)
  await story.call('submitDisputeEvidence', evidence)
  await story.call('listDisputes', { query: { status: 'open' } })
  world.clock.advance(SECOND_MS)
  await decide(world, id, { kind: 'rejected' })
  await story.call('getDispute', { params: { id } })
}

async function acceptAnotherDispute(scene: Scene): Promise<void> {
  const { story, world } = scene
  const id = await disputedOrder(scene, 'pedido-1027')
  const request = { params: { id }, headers: { 'Idempotency-Key': 'pedido-1027-aceite-1' } }
  await story.call('acceptDispute', request)
  await untilClosed(world, id)
  await story.call('acceptDispute', request)
}

async function payOut({ story, world }: Scene): Promise<void> {
  await aBankAccount(world, world.merchantId)
  const payout = await recordPayout(world.context('staff:1'), world.merchantId, {
    amountCents: 5_000n,
    externalReference: 'TED-2026-11-21-0001',
    paidAt: world.clock.now(),
  })
  await story.call('listPayouts')
  await story.call('listPayoutLines', { params: { id: payout.id } })
}

async function readAccount({ story, world }: Scene): Promise<void> {
  await story.call('getBalance')
  await story.call('listStatementLines', { query: { limit: '100' } })
  const day = new Date(world.clock.now().getTime() - 3 * DAY_MS).toISOString().slice(0, 10)
  await story.call('getReconciliation', { params: { date: day } })
  await moveToFeed(world.context('job:feed'), 1_000)
  await story.call('listEventFeed', { query: { limit: '2' } })
  await story.call('getCurrentApiKey')
  await world.kit.requestLog.flush()
  await story.call('listRequests', { query: { route: '/v1/pix/charges', limit: '2' } })
}
