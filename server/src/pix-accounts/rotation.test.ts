import { createServer, type Server } from 'node:https'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiPix } from '../pix/api-pix.ts'
import { NO_NETWORK } from '../pix/no-network.ts'
import { NO_TRACING } from '../kernel/tracing/tracing.ts'
import { captureLog } from '../testing/captured-log.ts'
import { eventually } from '../testing/eventually.ts'
import { makeAuthority, makeKeyPair } from '../testing/fakes/certificates.ts'
import { portOf } from '../testing/fakes/fake-pix-provider.ts'
import { World } from '../testing/world.ts'
import { PixAccountRegistry } from './account-registry.ts'
import { createPixAccount } from './manage/create-pix-account.ts'
import { replacePixAccountSecrets } from './manage/replace-account-secrets.ts'
import { openConnection } from './open-account.ts'

const TXID = '0193d0e0f0a07c1e9a000123456789ab'
const CALLERS = 8

const authority = makeAuthority('authority')
const keys = [makeKeyPair(), makeKeyPair()]
const certificateOf = (n: number) =>
  authority.issue(`service-${n}`, [], { key: keys[n % 2] ?? makeKeyPair() })

/** The numbers of the client ids and secrets that the PSP accepts. */
let accepted = [0]
const isAccepted = (client: string) => accepted.some((n) => client === `client-${n}:secret-${n}`)
/** The client certificate and the client of the calls that the PSP has answered. */
const served = new Set<string>()
let server: Server
let world: World
let registry: PixAccountRegistry
const { log } = captureLog('error')

/** Starts a PSP that requires a client certificate. The PSP binds each token to the certificate and to the client. */
function startPsp(): Promise<Server> {
  const own = authority.issue('psp', ['127.0.0.1'], { key: keys[0] ?? makeKeyPair() })
  const tls = { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  const started = createServer(tls, (req, res) => {
    const name = req.socket instanceof TLSSocket ? req.socket.getPeerCertificate().subject.CN : ''
    const answer = (status: number, body: unknown) => res.writeHead(status).end(JSON.stringify(body))
    const [scheme, value = ''] = (req.headers.authorization ?? '').split(' ')
    req.resume().once('end', () => {
      if (scheme === 'Basic') {
        const client = Buffer.from(value, 'base64').toString()
        if (!isAccepted(client)) return answer(401, { error: 'invalid_client' })
        return answer(200, { access_token: Buffer.from(`${name} ${client}`).toString('base64url') })
      }
      const [bound, client = ''] = Buffer.from(value, 'base64url').toString().split(' ')
      if (bound !== name || !isAccepted(client)) return answer(401, {})
      served.add(`${name} ${client}`)
      return answer(404, {})
    })
  })
  return new Promise((resolve) => {
    started.listen(0, '127.0.0.1', () => resolve(started))
  })
}

beforeAll(async () => {
  world = await World.start()
  server = await startPsp()
  const url = `https://127.0.0.1:${portOf(server.address())}`
  const { cert, key } = certificateOf(0)
  await createPixAccount(world.context(), {
    id: 'itau',
    profile: 'standard',
    environment: 'production',
    baseUrl: `${url}/v2`,
    tokenUrl: `${url}/token`,
    clientId: 'client-0',
    clientSecret: 'secret-0',
    certificate: cert,
    privateKey: key,
    caPem: authority.cert,
    pixKey: 'itau@pix.example',
  })
  const tools = { clock: world.clock, log, tracing: NO_TRACING, callbackMtls: false }
  registry = new PixAccountRegistry({
    clock: world.clock,
    context: () => world.context(),
    ownProvider: NO_NETWORK,
    open(account, secrets) {
      const { settings, connections, state } = openConnection(account, secrets, tools)
      return {
        provider: makeApiPix({ ...settings, timeoutMs: 60_000 }),
        state,
        close: () => connections.close(),
      }
    },
  })
})
afterAll(async () => {
  await registry.close()
  server.closeAllConnections()
  server.close()
  await world.stop()
})

test('no call fails while the client, its secret and its certificate are replaced in the database under load', async () => {
  const stop = new AbortController()
  const outcomes: string[] = []
  const pix = registry.of('itau')
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!stop.signal.aborted) outcomes.push((await pix.find(TXID)).kind)
  })
  for (const n of [1, 2, 3]) {
    accepted.push(n)
    const { cert: certificate, key: privateKey } = certificateOf(n)
    const replaced = { clientId: `client-${n}`, clientSecret: `secret-${n}`, certificate, privateKey }
    await replacePixAccountSecrets(world.context(), 'itau', replaced)
    world.clock.advance(1_001)
    await eventually(() => expect(Array.from(served)).toContain(`service-${n} client-${n}:secret-${n}`))
    const before = outcomes.length
    await eventually(() => expect(outcomes.length).toBeGreaterThan(before + 2 * CALLERS))
    // From now on, the PSP refuses the earlier client.
    accepted = [n]
  }
  stop.abort()
  await Promise.all(callers)
  expect(new Set(outcomes)).toEqual(new Set(['absent']))
})
