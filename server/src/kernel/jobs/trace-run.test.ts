import { expect, test } from 'vitest'
import { sweepReceived } from '../../inbox/sweep-received.ts'
import type { ServiceContext } from '../../kit.ts'
import { captureLog } from '../../testing/captured-log.ts'
import { startCollector } from '../../testing/fakes/trace-collector.ts'
import { World } from '../../testing/world.ts'
import { runLoop } from './run-loop.ts'
import { Wake } from './wake.ts'

test('a job run that found rows, called the PSP or failed is the root span of its trace', async () => {
  await using collector = await startCollector()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER: 'always_on' }
  await using world = await World.start({ settings, log: captureLog().log })
  const stop = new AbortController()
  const runs: ((ctx: ServiceContext) => Promise<number>)[] = [
    async () => 3,
    async () => 0,
    (ctx) => sweepReceived(ctx),
    () => Promise.reject(new RangeError('example')),
  ]
  const loop = {
    name: 'example',
    intervalMs: 1,
    batch: 10,
    maxRuntimeMs: 60_000,
    run: async (ctx: ServiceContext) => {
      const next = runs.shift()
      if (next) return next(ctx)
      stop.abort()
      return 0
    },
  }
  await runLoop(world.kit, { loop, due: new Wake() }, stop.signal)
  await world.kit.tracing.close()
  const spans = collector.spans()
  const jobs = spans.filter(({ name }) => name === 'job example')
  expect(jobs.map(({ attributes, parentSpanId }) => ({ attributes, parentSpanId }))).toEqual([
    { attributes: { 'pix.job.found': 3 } },
    { attributes: {} },
    { attributes: { 'error.type': 'RangeError' } },
  ])
  const { traceId, spanId: parentSpanId } = jobs[1] ?? {}
  expect(spans.find(({ name }) => name === 'GET /pix')).toMatchObject({ traceId, parentSpanId })
})
