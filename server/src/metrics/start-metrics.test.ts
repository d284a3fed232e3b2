import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKit } from '../kit.ts'
import { serveMetrics } from '../serve-metrics.ts'
import { openCallbackTls } from '../pix/credentials/callback-tls.ts'
import { scrape } from '../testing/clients/scrape.ts'
import { selfSigned } from '../testing/fakes/certificates.ts'
import { World } from '../testing/world.ts'
import type { MetricsServer } from './start-metrics.ts'

let world: World
let metrics: MetricsServer | undefined
beforeAll(async () => {
  world = await World.start({ settings: { METRICS_PORT: '0' } })
  metrics = await serveMetrics(world.kit)
})
afterAll(async () => {
  await metrics?.close()
  await world.stop()
})

test('a scrape answers with the metrics of the process while the database does not answer', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { config, secrets, clock } = world.kit
  const { pix } = world
  const databaseUrl = `postgresql://pix_app:x@127.0.0.1:${port}/pix`
  const kit = await openKit(config, { ...secrets, databaseUrl }, { clock, pix })
  const server = await serveMetrics(kit)
  const found = await scrape(server?.port ?? 0)
  expect(found.value('pix_state_read_ok')).toBe(0)
  expect(found.value('process_memory_usage_bytes')).toBeGreaterThan(0)
  expect(found.value('pix_inbox_oldest_age_seconds')).toBeUndefined()
  for (const socket of sockets) socket.destroy()
  silent.close()
  await server?.close()
  await kit.close()
})

test('the metrics port serves only the path /metrics, and answers 405 to POST', async () => {
  const origin = `http://127.0.0.1:${metrics?.port}`
  const statusOf = async (path: string, method = 'GET') => (await fetch(origin + path, { method })).status
  expect([await statusOf('/metrics'), await statusOf('/metrics', 'POST'), await statusOf('/')]).toEqual([
    200, 405, 404,
  ])
})

test('a process without METRICS_PORT serves no metrics and counts nothing', async () => {
  const { config, secrets, clock } = world.kit
  const { pix } = world
  const kit = await openKit({ ...config, metrics: undefined }, secrets, { clock, pix })
  expect(await serveMetrics(kit)).toBeUndefined()
  expect(kit.exportedMetrics).toBeUndefined()
  await kit.close()
})

test('the metrics show when the callback certificates expire, and whether the service failed to load the changed files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pix-callbacks-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const { cert, key } = selfSigned('callbacks')
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  const { clock, log } = world.kit
  const server = { port: 0, certFile, keyFile }
  const tls = openCallbackTls({ caFile: certFile, names: [], server, header: undefined }, { clock, log })
  const callbackTls = { ...tls, fault: () => 'the key does not belong to the certificate' }
  const exported = await serveMetrics({ ...world.kit, callbackTls })
  const found = await scrape(exported?.port ?? 0)
  for (const certificate of ['callback_server', 'callback_ca'])
    expect(found.value('pix_certificate_expiry_timestamp_seconds', { certificate })).toBeGreaterThan(1e9)
  expect(found.value('pix_credentials_not_loaded', { credentials: 'callbacks' })).toBe(1)
  expect(found.value('pix_credentials_not_loaded', { credentials: 'psp', account: 'default' })).toBe(0)
  tls.close()
  await exported?.close()
  rmSync(folder, { recursive: true })
})
