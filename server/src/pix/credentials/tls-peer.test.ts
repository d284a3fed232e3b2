import { createServer, type Server, type ServerOptions } from 'node:https'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureLog } from '../../testing/captured-log.ts'
import { makeAuthority, makeKeyPair, type CertificatePair } from '../../testing/fakes/certificates.ts'
import { portOf } from '../../testing/fakes/fake-pix-provider.ts'
import { request } from '../../testing/fakes/pix-adapter-fixture.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { makeApiPix } from '../api-pix.ts'
import { CallState, type CallFault } from '../health/call-state.ts'
import { makeRotatingFetch, type ClosablePixFetch } from '../pix-fetch.ts'

const key = makeKeyPair()
const authority = makeAuthority('authority')
const stranger = makeAuthority('stranger')
const HOST = '127.0.0.1'
const own = authority.issue('psp', [HOST], { key })
const client = authority.issue('service', [], { key })

const logged = captureLog('warn')
/** A clock that does not move, so that the breaker's pause cannot pass within a test. */
const clock = new TestClock()
clock.stop()
const CREDENTIALS = { clientId: 'id', clientSecret: 'secret' }
/** A server that requires a client certificate. */
const DEMANDING_13 = { ...own, ca: authority.cert, requestCert: true } as const
/** With TLS 1.2, the server refuses a certificate before the client sends a request. */
const DEMANDING = { ...DEMANDING_13, maxVersion: 'TLSv1.2' } as const
const expiredClient = authority.issue('service', [], { key, validMs: -600_000 })

let server: Server | undefined
let open: ClosablePixFetch | undefined
let requests = 0
let connections = 0
/** Whether the server grants tokens although it refuses certificates after the handshake. Other calls get 400. */
let tokenIsOpen = false
/** The page that nginx sends with status 400 when it refuses a client certificate. */
const NGINX_REFUSAL = '<html><head><title>400 The SSL certificate error</title></head></html>'
beforeEach(() => {
  logged.lines.length = 0
  requests = 0
  connections = 0
  tokenIsOpen = false
})
afterEach(async () => {
  await open?.close()
  server?.closeAllConnections()
  server?.close()
})

async function connect(options: ServerOptions, certificate?: CertificatePair, state = new CallState(clock)) {
  const psp = createServer({ rejectUnauthorized: true, ...options }, (req, res) => {
    requests += 1
    if (req.url === '/token' && options.rejectUnauthorized === false && tokenIsOpen)
      res.end('{"access_token":"token"}')
    else if (options.rejectUnauthorized === false) res.writeHead(400).end(NGINX_REFUSAL)
    else res.writeHead(503).end()
  })
  server = psp
  psp.on('connection', () => (connections += 1))
  psp.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => {
    psp.listen(0, HOST, resolve)
  })
  const tls = { cert: certificate?.cert, key: certificate?.key, ca: authority.cert }
  const credentials = { client: CREDENTIALS, tls }
  open = makeRotatingFetch(() => tls)
  const url = `https://${HOST}:${portOf(psp.address())}`
  return makeApiPix({
    ...CREDENTIALS,
    credentials: () => credentials,
    baseUrl: url,
    tokenUrl: `${url}/token`,
    key: 'key',
    clock,
    log: logged.log,
    state,
    fetch: open.fetch,
    timeoutMs: 60_000,
  })
}

const TRUST: [CallFault, string] = ['psp_certificate_refused', 'the certificate of the PSP is not trusted']
const EXPIRED: [CallFault, unknown] = [
  'certificate_expired',
  expect.stringMatching(/^the client certificate expired at 20/),
]
const peers: [string, ServerOptions, CertificatePair | undefined, [fault: CallFault, reason: unknown]][] = [
  ['has a certificate of another authority', stranger.issue('psp', [HOST], { key }), client, TRUST],
  ['has a certificate for another name', authority.issue('psp', ['psp.example'], { key }), client, TRUST],
  ['has an expired certificate', authority.issue('psp', [HOST], { key, validMs: -600_000 }), client, TRUST],
  [
    'requires a client certificate, and none is configured',
    DEMANDING,
    undefined,
    ['client_certificate_refused', 'the PSP refused the TLS handshake without a client certificate'],
  ],
  [
    'requires a client certificate after the handshake of TLS 1.3, and none is configured',
    DEMANDING_13,
    undefined,
    ['client_certificate_refused', 'the PSP refused the TLS handshake without a client certificate'],
  ],
  ['refuses an expired client certificate', DEMANDING, expiredClient, EXPIRED],
  [
    'closes the TLS 1.3 connection because of an expired client certificate',
    DEMANDING_13,
    expiredClient,
    EXPIRED,
  ],
]

test.each(peers)(
  'the outcome of a call is unavailable, not unknown, and the next call opens no connection, when the PSP %s',
  async (_, options, ours, [fault, reason]) => {
    const state = new CallState(clock)
    const pix = await connect(options, ours, state)
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect([requests, connections]).toEqual([0, 1])
    expect(state.fault()?.fault).toBe(fault)
    expect(logged.lines.map((line) => line['reason'])).toEqual([reason, reason])
  },
)

test('the outcome of a call is unavailable, not unknown, when the PSP refuses the authority of the client certificate', async () => {
  const pix = await connect(DEMANDING, stranger.issue('service', [], { key }))
  expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
  expect(requests).toBe(0)
})

test.each([false, true])(
  'an expired client certificate that the PSP refuses with status 400 stops the calls (the PSP grants tokens to this certificate: %s)',
  async (isOpen) => {
    tokenIsOpen = isOpen
    const state = new CallState(clock)
    const pix = await connect({ ...DEMANDING_13, rejectUnauthorized: false }, expiredClient, state)
    await pix.find(request.txid)
    const sent = requests
    expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
    expect([sent, requests]).toEqual(isOpen ? [2, 2] : [1, 1])
    expect(state.fault()?.fault).toBe('certificate_expired')
  },
)
