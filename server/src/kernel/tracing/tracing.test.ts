import { execFile } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
import { startCollector } from '../../testing/fakes/trace-collector.ts'
import { systemClock } from '../clock.ts'
import { systemIds } from '../ids.ts'
import { openTracing } from './open-tracing.ts'
import type { NewSpan, Tracing } from './tracing.ts'

const JOB: NewSpan = { name: 'job', kind: 'internal', parent: 'none' }
const CALL: NewSpan = { name: 'call', kind: 'client' }

const aCorrelationId = (): string => systemIds.uuid(systemClock.now())

const open = (endpoint: string, sampledRatio = 1, { clock = systemClock, log = captureLog().log } = {}) =>
  openTracing(
    { role: 'worker', tracing: { tracesUrl: `${endpoint}/v1/traces`, serviceName: 'test', sampledRatio } },
    { otlpHeaders: { authorization: 'Bearer collector' } },
    { clock, log },
  )

/** Records the spans of a job run and of one call within this run. */
function recordRun(tracing: Tracing): void {
  const correlationId = aCorrelationId()
  tracing.start(correlationId, CALL)?.end()
  tracing.start(correlationId, JOB)?.end()
}

test('with a sampling ratio of 0.1, two processes record the same traces', async () => {
  const [one, other] = await Promise.all([open('http://127.0.0.1:9', 0.1), open('http://127.0.0.1:9', 0.1)])
  const ids = Array.from({ length: 5_000 }, aCorrelationId)
  const sampled = ids.filter((id) => one.samples(id))
  expect(ids.filter((id) => other.samples(id))).toEqual(sampled)
  expect(sampled.length).toBeGreaterThan(350)
  expect(sampled.length).toBeLessThan(650)
  for (const id of ids) expect(one.start(id, CALL) !== undefined).toBe(sampled.includes(id))
})

test('a span has the correlation id as trace id, and its parent can be a span that another process recorded', async () => {
  await using collector = await startCollector()
  const [one, other] = await Promise.all([open(collector.endpoint), open(collector.endpoint)])
  const correlationId = aCorrelationId()
  one.start(correlationId, JOB)?.end({ name: 'job sweep', attributes: { 'pix.job.found': 2 } })
  one.start(correlationId, { ...CALL, subject: 'row' })?.end({ error: 'timeout' })
  other.start(correlationId, { ...CALL, name: 'child', parent: 'row', link: correlationId })?.end()
  await Promise.all([one.close(), other.close()])
  const byName = new Map(collector.spans().map((span) => [span.name, span]))
  const [job, call, child] = ['job sweep', 'call', 'child'].map((name) => byName.get(name))
  const traceId = correlationId.replaceAll('-', '')
  expect(job).toMatchObject({ traceId, service: 'test', role: 'worker', attributes: { 'pix.job.found': 2 } })
  expect(job).not.toHaveProperty('parentSpanId')
  expect(call).toMatchObject({ traceId, parentSpanId: job?.spanId, status: { code: 2 } })
  expect(call?.attributes).toEqual({ 'error.type': 'timeout' })
  expect(child).toMatchObject({
    traceId,
    parentSpanId: call?.spanId,
    links: [{ traceId, spanId: job?.spanId }],
  })
  expect(collector.headers.map(({ authorization }) => authorization)).toEqual(
    collector.headers.map(() => 'Bearer collector'),
  )
})

test('endIfUsed records a root span only if another span of its trace was recorded', async () => {
  await using collector = await startCollector()
  const tracing = await open(collector.endpoint)
  tracing.start(aCorrelationId(), JOB)?.endIfUsed()
  const used = aCorrelationId()
  const root = tracing.start(used, JOB)
  tracing.start(used, CALL)?.end()
  root?.endIfUsed()
  await tracing.close()
  expect(collector.spans().map(({ traceId, name }) => [traceId, name])).toEqual([
    [used.replaceAll('-', ''), 'call'],
    [used.replaceAll('-', ''), 'job'],
  ])
})

test('closing the tracing waits at most 2 s for a collector that does not answer', async () => {
  const unanswered: ServerResponse[] = []
  await using collector = await startCollector((res) => void unanswered.push(res))
  const sleptMs: number[] = []
  const tracing = await open(collector.endpoint, 1, {
    clock: {
      now: () => systemClock.now(),
      sleep: async (ms) => {
        await expect.poll(() => unanswered).toHaveLength(1)
        sleptMs.push(ms)
      },
    },
  })
  recordRun(tracing)
  await tracing.close()
  expect(sleptMs).toEqual([2_000])
  // The collector answers this request only after it has noticed the end of the earlier request.
  expect((await fetch(collector.endpoint)).status).toBe(404)
  expect(unanswered.map(({ closed }) => closed)).toEqual([false])
})

test('a collector that refuses two batches of spans causes only one log line', async () => {
  await using collector = await startCollector((res) => void res.writeHead(400).end('no'))
  const { log, lines } = captureLog('warn')
  const tracing = await open(collector.endpoint, 1, { log })
  // The spans fill two batches, because a batch has at most 512 spans.
  for (let run = 0; run < 300; run++) recordRun(tracing)
  await tracing.close()
  expect(collector.bodies).toHaveLength(2)
  expect(lines.map(({ msg }) => msg)).toEqual(['traces not exported: the collector failed'])
  expect(JSON.stringify(lines)).not.toContain('Bearer')
})

/** A program that opens the tracing and prints each OpenTelemetry package that Node.js loads for it. */
const program = (config: object): string => `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@opentelemetry/')) console.log(specifier)
      return next(specifier, context)
    },
  })
  const { openTracing } = await import(${JSON.stringify(join(import.meta.dirname, 'open-tracing.ts'))})
  await openTracing(${JSON.stringify({ role: 'api', ...config })}, { otlpHeaders: {} }, {})
`

test.each([
  ['no module of OpenTelemetry is loaded without a collector', {}, false],
  [
    'modules of OpenTelemetry are loaded with a collector',
    { tracing: { tracesUrl: 'http://127.0.0.1:9/v1/traces', serviceName: 'test', sampledRatio: 1 } },
    true,
  ],
])('%s', async (_, config, isLoaded) => {
  const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning']
  const args = [...flags, '--input-type=module', '--eval', program(config)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.includes('@opentelemetry/')).toBe(isLoaded)
})
