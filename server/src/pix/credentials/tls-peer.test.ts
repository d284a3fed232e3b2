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
/**
 * A server that requires a client certificate. With TLS 1.2, it refuses a certificate before the client sends a
 * request.
 */
const DEMANDING = { ...own, ca: authority.cert, requestCert: true, maxVersion: 'TLSv1.2' } as const

let server: Server | undefined
let open: ClosablePixFetch | undefined
let requests = 0
let connections = 0
beforeEach(() => {
  logged.lines.length = 0
  requests = 0
  connections = 0
})
afterEach(async () => {
  await open?.close()
  server?.closeAllConnections()
  server?.close()
})

async function connect(options: ServerOptions, certificate?: CertificatePair, state = new CallState(clock)) {
  const psp = createServer({ rejectUnauthorized: true, ...options }, (_, res) => {
    requests += 1
    res.writeHead(503).end()
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
    'refuses an expired client certificate',
    DEMANDING,
    authority.issue('service', [], { key, validMs: -600_000 }),
    ['certificate_expired', expect.stringMatching(/^the client certificate expired at 20/)],
  ],
]

test.each(peers)(
  'a call is unavailable, not unknown, and the next call waits when the PSP %s',
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

test('a call is unavailable, not unknown, when the PSP refuses the authority of the client certificate', async () => {
  const pix = await connect(DEMANDING, stranger.issue('service', [], { key }))
  expect(await pix.issue(request)).toEqual({ kind: 'unavailable' })
  expect(requests).toBe(0)
})
