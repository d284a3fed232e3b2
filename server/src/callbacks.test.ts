import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestPlainly } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverOverHttp } from '../simulator/deliver.ts'
import { DIALECTS, STANDARD } from '../simulator/dialects/dialects.ts'
import { createNetwork } from '../simulator/network.ts'
import { listenForCallbacks } from './callbacks.ts'
import type { Drain } from './http/drain.ts'
import { systemIds } from './kernel/ids.ts'
import { sql } from './kernel/database/sql.ts'
import { makeApiPix } from './pix/api-pix.ts'
import { PROFILES, STANDARD as STANDARD_PROFILE } from './pix/profiles/profiles.ts'
import { captureLog } from './testing/captured-log.ts'
import {
  makeAuthority,
  makeKeyPair,
  type Authority,
  type CertificatePair,
} from './testing/fakes/certificates.ts'
import { request } from './testing/fakes/pix-adapter-fixture.ts'
import { listen } from './testing/loopback.ts'
import { PIX_KEY } from './testing/world-settings.ts'
import { CALLBACK_SECRET, World } from './testing/world.ts'

const BODY = JSON.stringify({
  pix: [
    {
      endToEndId: 'E99999004202601011200aaaaaaaaaaa',
      txid: 'a'.repeat(32),
      valor: '10.00',
      horario: '2026-01-01T12:00:00Z',
    },
  ],
})
const PATH = `/network/${CALLBACK_SECRET}/pix`

let folder: string
let world: World
let drain: Drain | undefined
let port: number
let server: Authority
const logged = captureLog('info')
const clients: Record<string, CertificatePair | undefined> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'callbacks-'))
  const psp = makeAuthority('psp authority')
  server = makeAuthority('server authority')
  const key = makeKeyPair()
  Object.assign(clients, {
    allowed: psp.issue('psp.example', ['psp.example'], { key }),
    'of another authority': server.issue('psp.example', ['psp.example'], { key }),
    'with another name': psp.issue('other.example', ['other.example'], { key }),
    expired: psp.issue('psp.example', ['psp.example'], { key, validMs: -1_000 }),
    none: undefined,
  })
  const own = server.issue('localhost', ['localhost', '127.0.0.1'], { key })
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  world = await World.start({
    log: logged.log,
    settings: {
      TRUSTED_PROXIES: '1',
      PIX_CALLBACK_CERT_HEADER: 'X-Client-Cert',
      PIX_CALLBACK_CERT_PROXIES: '192.0.2.0/24, 127.0.0.1',
      PIX_CALLBACK_TLS_PORT: '0',
      PIX_CALLBACK_TLS_CERT_FILE: file('cert.pem', own.cert),
      PIX_CALLBACK_TLS_KEY_FILE: file('key.pem', own.key),
      PIX_CALLBACK_TLS_CA_FILE: file('ca.pem', psp.cert),
      PIX_CALLBACK_TLS_NAMES: 'first.example, psp.example',
    },
  })
  drain = await listenForCallbacks(world.kit)
  const started = logged.lines.find((line) => line['callback_tls_port'] !== undefined)
  port = Number(started?.['callback_tls_port'])
})
afterAll(async () => {
  await drain?.stop({ delayMs: 0, totalMs: 1_000 })
  await world.stop()
  rmSync(folder, { recursive: true })
})

/** Sends a callback over TLS. Returns the status, or the error code when the connection failed. */
const sendOverTls = (client: CertificatePair | undefined, path = PATH): Promise<number | string> =>
  new Promise((resolve) => {
    const call = requestOverTls(
      { host: '127.0.0.1', port, path, method: 'POST', ca: server.cert, agent: false, ...client },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    call.on('error', (error) => resolve(String(Reflect.get(error, 'code'))))
    call.end(BODY)
  })

/**
 * Sends a callback over HTTP with these headers. A proxy that terminates TLS sends the client certificate in a header.
 */
const sendByProxy = async (headers: Record<string, string>): Promise<number> => {
  const answer = await fetch(world.baseUrl + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: BODY,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Sends a callback with a certificate in the header from an address of the loopback interface. */
const sendFrom = (localAddress: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-client-cert': encodeURIComponent(clients['allowed']?.cert ?? '') }
    const call = requestPlainly(
      world.baseUrl + PATH,
      { method: 'POST', localAddress, headers, agent: false },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode))
      },
    )
    call.on('error', reject)
    call.end(BODY)
  })

const storedCount = async (): Promise<number> =>
  (await sql<{ n: number }>(world.context(), 'select count(*)::int as n from network_inbox'))[0]?.n ?? 0

const REFUSED = ['of another authority', 'with another name', 'expired', 'none'] as const
/** The error codes of a failed TLS handshake. A certificate with another name passes the handshake. */
const HANDSHAKE_FAILS = /^(ERR_SSL|ECONNRESET|EPIPE)/

test.each([
  ['of another authority', HANDSHAKE_FAILS],
  ['with another name', /^403$/],
  ['expired', HANDSHAKE_FAILS],
  ['none', HANDSHAKE_FAILS],
] as const)('over TLS, a callback with the wrong client certificate is refused: %s', async (name, result) => {
  expect(String(await sendOverTls(clients[name]))).toMatch(result)
  expect(await storedCount()).toBe(0)
})

test.each(REFUSED)(
  'behind a proxy, a callback with the wrong client certificate gets 403: %s',
  async (name) => {
    const pem = clients[name]?.cert
    const headers = pem === undefined ? {} : { 'x-client-cert': encodeURIComponent(pem) }
    expect(await sendByProxy(headers)).toBe(403)
    expect(await storedCount()).toBe(0)
  },
)

test.each(['', 'no certificate', '%E0%A4%A'])(
  'a callback with the certificate header %j gets 403',
  async (value) => {
    expect(await sendByProxy({ 'x-client-cert': value })).toBe(403)
  },
)

test('a certificate in the header is accepted only from the address of a configured proxy', async () => {
  expect(await sendFrom('127.0.0.2')).toBe(403)
  expect(logged.lines.at(-1)).toMatchObject({
    fault: 'the header comes from an address that is not in PIX_CALLBACK_CERT_PROXIES',
  })
  expect(await storedCount()).toBe(0)
})

test('the TLS server for callbacks answers only the paths of callbacks', async () => {
  expect(await sendOverTls(clients['allowed'], '/v1/charges')).toBe(404)
  expect(await sendOverTls(clients['allowed'], '/network/another-secret-of-16')).toBe(404)
})

test('a callback with an allowed certificate is stored, over TLS and behind a proxy', async () => {
  const pem = clients['allowed']?.cert ?? ''
  expect(await sendOverTls(clients['allowed'])).toBe(200)
  expect(await storedCount()).toBe(1)
  expect(await sendByProxy({ 'x-client-cert': encodeURIComponent(pem) })).toBe(200)
  const der = new X509Certificate(pem).raw.toString('base64')
  expect(await sendByProxy({ 'x-client-cert': der })).toBe(200)
})

const CLIENT = { clientId: 'service', clientSecret: 'secret' }

/** Opens the simulator with the dialect of Efí, which calls back over TLS with a client certificate. */
function openEfi(client: CertificatePair | undefined) {
  const sender = deliverOverHttp({ ...client, ca: server.cert })
  const network = createNetwork({
    clock: world.clock,
    random: () => systemIds.bytes(4).readUInt32BE() / 2 ** 32,
    clients: [{ id: CLIENT.clientId, secret: CLIENT.clientSecret }],
    dialect: DIALECTS['efi'] ?? STANDARD,
    deliver: sender.deliver,
  })
  const pix = makeApiPix({
    ...CLIENT,
    profile: PROFILES.get('efi') ?? STANDARD_PROFILE,
    callbackMtls: true,
    baseUrl: 'http://efi.test/api/v2',
    tokenUrl: 'http://efi.test/oauth/token',
    key: PIX_KEY,
    clock: world.clock,
    fetch: network.fetch,
    log: logged.log,
    timeoutMs: 60_000,
  })
  const register = (origin: string) => pix.registerCallback(`${origin}/network/${CALLBACK_SECRET}`)
  return {
    pix,
    network,
    register,
    async [Symbol.asyncDispose]() {
      network.close()
      await sender.close()
    },
  }
}

test('Efí registers a callback URL that requires the client certificate of Efí, and the callbacks of Efí are stored', async () => {
  await using efi = openEfi(clients['allowed'])
  expect(await efi.register(`https://127.0.0.1:${port}`)).toBe(true)
  const before = await storedCount()
  await efi.pix.issue(request)
  efi.network.pay({ txid: request.txid })
  await efi.network.idle()
  expect(await storedCount()).toBe(before + 1)
})

test.each(REFUSED)(
  'Efí does not register the URL if the service refuses the client certificate of Efí: %s',
  async (name) => {
    await using efi = openEfi(clients[name])
    expect(await efi.register(`https://127.0.0.1:${port}`)).toBe(false)
  },
)

test('Efí refuses a URL that answers without a client certificate', async () => {
  const open = createServer((_, res) => res.end())
  const url = await listen(open)
  await using efi = openEfi(clients['allowed'])
  expect(await efi.register(url)).toBe(false)
  open.close()
})
