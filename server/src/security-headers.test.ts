import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from './kernel/log.ts'
import { TestConsole } from './testing/clients/console-client.ts'
import { World } from './testing/world.ts'

const CONSOLE = join(import.meta.dirname, '../../console')

let folder: string
let world: World
let testConsole: TestConsole
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  cpSync(join(CONSOLE, 'index.html'), join(folder, 'index.html'))
  cpSync(join(CONSOLE, 'public'), folder, { recursive: true })
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.js'), 'export {}')
  writeFileSync(join(folder, '.operations.json'), '{}')
  world = await World.start()
  const config = { ...world.kit.config, consoleDir: folder, publicUrl: 'https://service.test' }
  testConsole = await TestConsole.start({ ...world.kit, config, log: makeLog('silent') })
})
afterAll(async () => {
  await testConsole.stop()
  await world.stop()
  rmSync(folder, { recursive: true })
})

/** Requests to every kind of route, some successful and some refused, with the expected status. */
const ANSWERS: [method: string, path: string, status: number][] = [
  ['GET', '/', 200],
  ['GET', '/charges', 200],
  ['GET', '/webhooks/01890000-0000-7000-8000-00000000000f', 200],
  ['GET', '/favicon.svg', 200],
  ['GET', '/before-paint.js', 200],
  ['GET', '/assets/app-1a2b3c.js', 200],
  ['GET', '/assets/app-1a2b3c.js', 304],
  ['GET', '/assets/none.js', 404],
  ['GET', '/assets', 404],
  ['GET', '/assets/..%2f.operations.json', 404],
  ['GET', '/.operations.json', 404],
  ['GET', '/none.txt', 404],
  ['GET', '/%E0%A4%A', 200],
  ['DELETE', '/', 404],
  ['POST', '/graphql', 400],
  ['GET', '/graphql', 405],
  ['POST', '/exports', 401],
  ['GET', '/exports', 405],
  ['POST', '/dispute-files', 401],
  ['GET', '/dispute-files', 405],
  ['GET', '/oidc', 404],
  ['GET', '/oidc/callback', 404],
  ['GET', '/v1/balance', 401],
  ['GET', '/v1/none', 404],
  ['PUT', '/v1/balance', 405],
  ['GET', '/v1/openapi.json', 200],
  ['GET', '/docs', 200],
  ['POST', '/docs', 405],
  ['GET', '/docs/start.js', 200],
  ['GET', '/docs/assets/scalar.js', 200],
  ['GET', '/docs/assets', 404],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['POST', '/readyz', 405],
  ['GET', '/index.html', 308],
  ['POST', '/network/wrong/pix', 404],
]

const EXPECTED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'permissions-policy': expect.stringContaining('camera=()'),
}

const fetchAt = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(testConsole.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })

async function answerTo(method: string, path: string, status: number): Promise<Response> {
  if (status !== 304) return fetchAt(method, path)
  const known = await fetchAt(method, path)
  return fetchAt(method, path, {
    'if-none-match': known.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  })
}

function policyOf({ headers }: Response): Map<string, string[]> {
  const directives = (headers.get('content-security-policy') ?? '')
    .split(';')
    .map((text) => text.trim().split(' '))
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

test.each(ANSWERS)('the response to %s %s (%i) has the security headers', async (method, path, status) => {
  const answer = await answerTo(method, path, status)
  expect(answer.status).toBe(status)
  expect(Object.fromEntries(answer.headers)).toMatchObject(EXPECTED)
  expect(answer.headers.get('x-powered-by')).toBeNull()
  const policy = policyOf(answer)
  for (const closed of ['default-src', 'base-uri', 'form-action', 'frame-ancestors'])
    expect([closed, policy.get(closed)]).toEqual([closed, ["'none'"]])
  for (const [name, sources] of policy) {
    const allowed =
      name === 'style-src' && path === '/docs' ? ["'self'", "'unsafe-inline'"] : ["'none'", "'self'", 'data:']
    expect([name, sources.filter((source) => !allowed.includes(source))]).toEqual([name, []])
  }
})

test.each(['/', '/docs'])('the page at %s has no inline script and no inline style', async (path) => {
  const page = await (await fetchAt('GET', path)).text()
  expect(page.match(/<script(?![^>]*\bsrc=)/)).toBeNull()
  expect(page.match(/<style|\sstyle=|\son\w+=/)).toBeNull()
  expect(page).not.toContain('http')
})

test.each([
  ['/index.html', '/'],
  ['/index.html?redirect=%2Fcharges', '/?redirect=%2Fcharges'],
  ['/index.html?//evil.example', '/?//evil.example'],
])('%s redirects to %s without caching', async (path, target) => {
  const answer = await fetchAt('GET', path)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, target])
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('a request for index.html by a percent-encoded name gets the content security policy of a page', async () => {
  const page = await fetchAt('GET', '/')
  const answer = await fetchAt('GET', '/%69ndex.html')
  expect([answer.status, policyOf(answer)]).toEqual([200, policyOf(page)])
})

test.each([
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['POST', '/healthz'],
  ['POST', '/readyz'],
])('the response to %s %s forbids caching', async (method, path) => {
  expect((await fetchAt(method, path)).headers.get('cache-control')).toBe('no-store')
})

test('responses of /graphql, /exports, /dispute-files and /v1 forbid caching', async () => {
  for (const [method, path] of [
    ['POST', '/graphql'],
    ['POST', '/exports'],
    ['POST', '/dispute-files'],
    ['GET', '/v1/balance'],
  ] as const)
    expect([path, (await fetchAt(method, path)).headers.get('cache-control')]).toEqual([path, 'no-store'])
})

test('when the public URL uses plain http, responses have no HSTS header', async () => {
  await using plain = await TestConsole.start({ ...world.kit, log: makeLog('silent') })
  const { headers } = await fetch(`${plain.baseUrl}/healthz`)
  expect(headers.get('strict-transport-security')).toBeNull()
})
