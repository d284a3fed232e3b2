import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { captureLog } from './testing/captured-log.ts'
import { TestConsole, type ConsoleClient } from './testing/clients/console-client.ts'
import { TestIdentityProvider, withIdentityProvider } from './testing/fakes/test-identity-provider.ts'
import { WebBrowser } from './testing/clients/web-browser.ts'
import { World } from './testing/world.ts'

/** Every bad request contains this value. Logs must not contain input, so no log line may contain this value. */
const VALUE = '52998224725'

const { log, lines, errors } = captureLog()
let world: World
let provider: TestIdentityProvider
let testConsole: TestConsole
let admin: ConsoleClient
beforeAll(async () => {
  world = await World.start({ log })
  provider = await TestIdentityProvider.start(`${world.kit.config.publicUrl}/oidc/callback`)
  testConsole = await TestConsole.start(withIdentityProvider(world.kit, provider.issuer))
  admin = await testConsole.signedIn('admin')
})
afterAll(async () => {
  await testConsole.stop()
  await provider.stop()
  await world.stop()
})
afterEach(() => {
  lines.length = 0
})

/** The longest log line that a bad request may cause, in characters. */
const LINE_CHARS_MAX = 400

/** Asserts that no log line has level error, is too long, has a stack trace or contains the input. */
function expectQuiet(): void {
  expect(errors()).toEqual([])
  expect(lines.filter((line) => JSON.stringify(line).length > LINE_CHARS_MAX)).toEqual([])
  expect(lines.filter((line) => JSON.stringify(line).includes('"stack"'))).toEqual([])
  expect(lines.filter((line) => JSON.stringify(line).includes(VALUE))).toEqual([])
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string, headers: Record<string, string> = json): Promise<Response> =>
  fetch(testConsole.baseUrl + path, { method: 'POST', headers, body })

const CHARGES = 'query ($f: ChargeFilter!) { charges(filter: $f) { nodes { id } } }'

test.each([
  ['an invalid time', CHARGES, { f: { createdFrom: VALUE } }],
  ['an invalid amount', CHARGES, { f: { amountFromCents: `${VALUE}x` } }],
  ['an unknown status', CHARGES, { f: { status: [VALUE] } }],
  ['an unknown filter member', CHARGES, { f: { [`x${VALUE}`]: VALUE } }],
  ['a string instead of an object', CHARGES, { f: VALUE }],
  ['a missing variable', CHARGES, {}],
  [
    'an object instead of a string',
    'mutation ($e: String!) { signIn(email: $e, password: "x") { next } }',
    { e: { x: VALUE } },
  ],
  ['a syntax error', `{ ${VALUE}`, {}],
  ['an unknown field', `{ x${VALUE} }`, {}],
  ['an argument of the wrong type', `{ charge(id: [${VALUE}]) { id } }`, {}],
  ['a malformed id', 'query ($i: Uuid!) { merchant(id: $i) { id } }', { i: VALUE }],
])('a GraphQL request with %s is refused without an error in the log', async (_what, query, variables) => {
  for (const browser of [testConsole.browser(), admin]) {
    const { status, errors: refusals } = await browser.send(query, variables)
    expect(status).toBeLessThan(500)
    expect(refusals).not.toEqual([])
    expect(lines.findLast(({ msg }) => msg === 'operation')?.['refused_with']).toEqual([
      refusals[0]?.extensions.code,
    ])
  }
  expectQuiet()
})

test.each([
  ['invalid JSON', `{"query": "${VALUE}`, json],
  ['a list of operations', `[{"query":"{ me { id } }"}]`, json],
  ['a body above the limit', JSON.stringify({ query: VALUE.repeat(10_000) }), json],
  ['an HTML form', `query=${VALUE}`, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['an unknown character set', '{}', { 'content-type': `application/json; charset=${VALUE}` }],
  ['an unknown compression', '{}', { ...json, 'content-encoding': VALUE }],
  ['invalid gzip data', VALUE, { ...json, 'content-encoding': 'gzip' }],
  ['a NUL character', JSON.stringify({ query: `${VALUE}\0` }), json],
])('every route refuses a request with %s, without an error in the log', async (_what, body, headers) => {
  const cookie = admin.cookie ?? ''
  const authorization = `Bearer ${world.key}`
  for (const [path, who] of [
    ['/graphql', {}],
    ['/graphql', { cookie }],
    ['/exports', {}],
    ['/exports', { cookie }],
    ['/dispute-files', {}],
    ['/dispute-files', { cookie }],
    ['/v1/pix/charges', {}],
    ['/v1/pix/charges', { authorization }],
    ['/network/world-callback-secret/pix', {}],
    [`/network/${VALUE}/pix`, {}],
    [`/oidc/callback`, {}],
    [`/${VALUE}`, {}],
  ] as const) {
    const { status } = await post(path, body, { ...headers, ...who })
    expect([path, status >= 400 && status < 500]).toEqual([path, true])
  }
  expectQuiet()
})

/** Sends only a part of the announced body, then closes the connection. */
async function disconnectMidBody(path: string, ...headers: string[]): Promise<void> {
  const { hostname, port } = new URL(testConsole.baseUrl)
  const head = [`POST ${path} HTTP/1.1`, 'host: service.test', 'content-type: application/json', ...headers]
  const text = [...head, 'content-length: 500', '', `{"x":"${VALUE}`].join('\r\n')
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(text, () => socket.destroy())
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

test('a client that disconnects before its body is complete causes no error in the log', async () => {
  const cookie = `cookie: ${admin.cookie ?? ''}`
  await disconnectMidBody('/graphql')
  await disconnectMidBody('/exports', cookie)
  await disconnectMidBody('/dispute-files', cookie)
  await disconnectMidBody(
    '/v1/pix/charges',
    `authorization: Bearer ${world.key}`,
    'idempotency-key: chave-123456',
  )
  await disconnectMidBody('/network/world-callback-secret/pix')
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(1)
  await admin.send('{ me { id } }')
  expectQuiet()
})

test.each([
  '/oidc?return=%00',
  `/oidc?return=/${VALUE}%00`,
  '/oidc?return=/%ed%a0%80',
  '/oidc?return[]=x&return[]=y',
  '/oidc/step-up',
  '/oidc/callback',
  `/oidc/callback?code=${VALUE}&state=${VALUE}`,
  `/oidc/callback?error=${VALUE}&error_description=${VALUE}`,
  '/oidc/callback?%ff=%00',
])('a request to the OIDC path %s causes no error in the log', async (path) => {
  for (const cookie of [undefined, admin.cookie, `svc_oidc=${'a'.repeat(43)}`, `svc_oidc=${VALUE}\u00ff`]) {
    const { status } = await fetch(testConsole.baseUrl + path, {
      redirect: 'manual',
      headers: cookie === undefined ? {} : { cookie },
    })
    expect([cookie, status < 500]).toEqual([cookie, true])
  }
  expectQuiet()
})

test.each([
  `code=${VALUE}`,
  `error=access_denied&error_description=${VALUE}`,
  `code=${VALUE}&iss=https://evil.example/${VALUE}`,
  `response=${VALUE}`,
  '',
])('a forged OIDC callback is refused without an error in the log: %s', async (answer) => {
  const browser = new WebBrowser(world.kit.config.publicUrl, testConsole.baseUrl)
  const away = await browser.get('/oidc')
  const { searchParams } = new URL(away.headers.get('location') ?? '')
  const landed = await browser.followToPage(
    `/oidc/callback?${answer}&state=${searchParams.get('state') ?? ''}`,
  )
  expect(landed).toContain('/sign-in?refused=')
  expectQuiet()
})

test.each([
  '/%',
  '/%ff',
  '/assets/%',
  '/assets/..%2f..%2fetc%2fpasswd',
  '/assets/%00',
  '/%00',
  `/docs/${VALUE}`,
  '/docs/%',
  '/docs/assets/%00',
  '/v1/%',
  `/v1/pix/charges/${VALUE}%00`,
  `/network/%/pix`,
  `/network/${VALUE}%00/pix`,
])('a request to the path %s is refused without an error in the log', async (path) => {
  const { status } = await fetch(testConsole.baseUrl + path, {
    headers: { range: 'bytes=9-1', 'if-none-match': 'x' },
  })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expectQuiet()
})
