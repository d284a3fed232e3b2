import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp } from './app.ts'
import { serveConsole } from './console/serve-console.ts'
import { captureLog } from './testing/captured-log.ts'
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

test('console pages have a strict content security policy, and unknown paths of APIs and assets get 404', async () => {
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

/** Requests `/readyz` twice. Returns the two status codes and the log. */
async function readiness(stopping?: AbortSignal) {
  const { log, lines } = captureLog()
  const server = createServer(makeApp({ ...world.kit, log }, undefined, stopping)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/readyz`
  const statuses = [(await fetch(url)).status, (await fetch(url)).status]
  server.close()
  return { statuses, lines }
}

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: world.database.ownerUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('/readyz answers 200 when a newer build has migrated the database', async () => {
  await asOwner(`insert into migration (name) values ('9999-newer')`)
  expect(await readiness()).toEqual({ statuses: [200, 200], lines: [] })
})

test('/readyz answers 503 when the database lacks a migration of this build, and the log names the migration once', async () => {
  await asOwner(`update migration set name = 'other' where name = '0310-role-limits'`)
  const reason = 'the database lacks the migrations 0310-role-limits: run "migrate"'
  expect(await readiness()).toEqual({
    statuses: [503, 503],
    lines: [{ correlation_id: expect.any(String), level: 40, reason, msg: 'not ready' }],
  })
  await asOwner(`update migration set name = '0310-role-limits' where name = 'other'`)
})

test('/readyz answers 503 while the process stops', async () => {
  expect((await readiness(AbortSignal.abort())).statuses).toEqual([503, 503])
})
