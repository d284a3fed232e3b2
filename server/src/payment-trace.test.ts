import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from './kernel/clock.ts'
import { openKit, type Kit } from './kit.ts'
import { drainInbox } from './payments/drain-inbox.ts'
import { captureLog } from './testing/captured-log.ts'
import { deliverDue } from './testing/deliver-due.ts'
import { startCollector, type ReceivedSpan, type TraceCollector } from './testing/fakes/trace-collector.ts'
import { createCharge, PAYER } from './testing/fixtures/charges.ts'
import { WebhookFixture, type WebhookMerchant } from './testing/fixtures/webhook-fixture.ts'
import { World } from './testing/world.ts'

const { log, lines } = captureLog('info')
const COLLECTOR_PASSWORD = 'password-of-the-collector'
/** The number of spans that the test records, which is more than the queue for the export can hold. */
const MORE_SPANS_THAN_WAIT = 3_000
/** The values of a span's member `kind` in OTLP. */
const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

let collector: TraceCollector
/** The process that receives callbacks and requests. */
let api: WebhookFixture
/** A second process, which records payments and delivers webhooks. */
let worker: Kit
let merchant: WebhookMerchant
beforeAll(async () => {
  collector = await startCollector()
  api = await WebhookFixture.start({
    log,
    settings: {
      ROLE: 'api',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${COLLECTOR_PASSWORD}`,
      OTEL_TRACES_SAMPLER: 'always_on',
    },
  })
  const { config, secrets } = api.world.kit
  worker = await openKit({ ...config, role: 'worker' }, secrets, {
    clock: systemClock,
    log,
    sender: api.sender,
  })
  merchant = await api.createMerchant(['charge.paid'])
})
afterAll(async () => {
  await api.stop()
  await collector[Symbol.asyncDispose]()
})

test('one trace follows a payment from its callback to its webhook, across two processes', async () => {
  const { body, headers } = await createCharge(merchant.rest)
  api.world.network.pay({ txid: body.pix?.txid ?? '' })
  await api.world.network.idle()
  const job = worker.context('job:inbox')
  expect(await drainInbox(job, 100)).toBe(1)
  expect(await deliverDue(worker.context('job:deliveries'), 10)).toBe(1)
  await worker.close()
  await api.world.kit.tracing.close()

  const callbackId = lines.find(({ msg }) => msg === 'callback')?.['correlation_id']
  const [callback, record, publish, deliver] = spansOf(callbackId)
  expect(spansOf(callbackId)).toHaveLength(4)
  expect(callback).toMatchObject({
    name: 'POST /network/:secret',
    kind: KIND.server,
    role: 'api',
    attributes: { 'http.route': '/network/:secret', 'http.response.status_code': 200 },
  })
  expect(callback).not.toHaveProperty('parentSpanId')
  expect(record).toMatchObject({
    name: 'record payment',
    kind: KIND.consumer,
    role: 'worker',
    parentSpanId: callback?.spanId,
    links: [{ traceId: traceIdOf(job.correlationId) }],
    attributes: { 'pix.charge.id': body.id, 'pix.payment.classification': 'primary' },
  })
  expect(publish).toMatchObject({
    name: 'publish charge.paid',
    kind: KIND.producer,
    role: 'worker',
    parentSpanId: record?.spanId,
  })
  expect(deliver).toMatchObject({
    name: 'deliver charge.paid',
    kind: KIND.client,
    role: 'worker',
    parentSpanId: publish?.spanId,
    attributes: { 'http.response.status_code': 200, 'pix.delivery.attempt': 1 },
  })

  const [request, issue] = spansOf(headers.get('x-correlation-id'))
  expect(request).toMatchObject({ name: 'POST /v1/pix/charges', kind: KIND.server })
  expect(issue).toMatchObject({ name: 'PUT /cob', kind: KIND.client, parentSpanId: request?.spanId })

  expectNothingSecret(merchant)
})

test('requests are answered while the collector of traces does not answer', async () => {
  await using silent = await startCollector(() => undefined)
  await using world = await World.start({
    log,
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: silent.endpoint, OTEL_TRACES_SAMPLER: 'always_on' },
  })
  const { kit } = world
  for (let spans = 0; spans < MORE_SPANS_THAN_WAIT; spans++)
    kit.tracing
      .start(kit.context('job:test').correlationId, { name: 'job test', kind: 'internal', parent: 'none' })
      ?.end()
  await expect.poll(() => silent.bodies.length).toBeGreaterThan(0)
  expect((await createCharge(world.rest)).status).toBe(201)
})

const traceIdOf = (correlationId: unknown): string => String(correlationId).replaceAll('-', '')

/** Returns the spans of a trace; each span precedes its children. */
function spansOf(correlationId: unknown): ReceivedSpan[] {
  const spans = collector.spans().filter(({ traceId }) => traceId === traceIdOf(correlationId))
  const found: ReceivedSpan[] = []
  for (let parent: string | undefined; ; parent = found.at(-1)?.spanId) {
    const child = spans.find(({ parentSpanId }) => parentSpanId === parent)
    if (!child) return found
    found.push(child)
  }
}

/**
 * Asserts that the collector received no secret and no data of the payer or merchant, and that the merchant received no
 * trace id.
 */
function expectNothingSecret({ merchantId, path, rest }: WebhookMerchant): void {
  const { secrets, config } = api.world.kit
  const text = collector.bodies.join('\n')
  for (const secret of [
    ...Object.values(PAYER),
    merchantId,
    rest.key,
    secrets.pixCallbackSecret,
    config.pix.key,
  ])
    expect(text).not.toContain(secret)
  expect(JSON.stringify(lines)).not.toContain(COLLECTOR_PASSWORD)
  expect(collector.headers.map(({ authorization }) => authorization)).toContain(COLLECTOR_PASSWORD)
  for (const call of api.callsTo(path)) expect(Object.keys(call.headers)).not.toContain('traceparent')
}
