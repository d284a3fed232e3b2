import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from './kernel/settings/parse-variables.ts'
import { listen } from './serve.ts'
import { serveMetrics } from './serve-metrics.ts'
import { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ settings: { METRICS_PORT: '0' } })
})
afterAll(() => world.stop())

/** Starts to serve the requests or the metrics of a process on a host and port. */
const start = {
  requests: (address: { port: number; host: string }) =>
    listen({ ...world.kit, config: { ...world.kit.config, ...address } }, new AbortController().signal),
  metrics: (address: { port: number; host: string }) => {
    const { config } = world.kit
    return serveMetrics({ ...world.kit, config: { ...config, metrics: { commit: 'unknown', ...address } } })
  },
}

test.each([
  ['requests', 'PORT'],
  ['metrics', 'METRICS_PORT'],
] as const)('when the port of the server for %s is in use, the error names %s', async (what, setting) => {
  await using other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  await expect(start[what]({ port, host: '127.0.0.1' })).rejects.toThrow(
    new ConfigError(`${setting} ${port} is in use: stop the other program, or set another port`),
  )
})

test.each([
  ['requests', '203.0.113.7', 'HOST 203.0.113.7 is not an address of this machine'],
  ['requests', 'absent.invalid', 'HOST absent.invalid is a name without an address'],
  ['metrics', '203.0.113.7', 'METRICS_HOST (default: HOST) 203.0.113.7 is not an address of this machine'],
] as const)(
  'when the server for %s cannot listen on the host %s, the error names the setting',
  async (what, host, message) => {
    await expect(start[what]({ port: 0, host })).rejects.toThrow(new ConfigError(message))
  },
)
