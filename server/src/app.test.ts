import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveConsole } from './console/serve-console.ts'
import { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('/healthz and /readyz answer 200 when the application connects to a migrated database', async () => {
  expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200)
  expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200)
})

test('console pages have a restrictive content security policy, and unknown paths of APIs and assets get 404', async () => {
  const folder = mkdtempSync(join(tmpdir(), '.console-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  const server = express().use(serveConsole(folder)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  for (const path of ['/', '/charges', '/charges/0190c5a0-0000-7000-8000-000000000000']) {
    const page = await fetch(base + path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    )
    expect(page.headers.get('cache-control')).toBe('no-cache')
  }
  for (const path of ['/v1/nothing', '/graphql', '/network/x/pix', '/assets/none.js', '/none.js']) {
    expect((await fetch(base + path)).status).toBe(404)
  }
  server.close()
})
