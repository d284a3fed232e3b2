import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { eventually } from '../../testing/eventually.ts'
import { captureLog } from '../../testing/captured-log.ts'
import { makeAuthority, makeKeyPair } from '../../testing/fakes/certificates.ts'
import { portOf } from '../../testing/fakes/fake-pix-provider.ts'
import { makeApiPix } from '../api-pix.ts'
import { makeRotatingFetch, type ClosablePixFetch } from '../pix-fetch.ts'
import type { PixProvider } from '../provider.ts'
import { readTlsFiles } from './tls-material.ts'
import { WatchedCredentials } from './watch-credentials.ts'

const TXID = '0193d0e0f0a07c1e9a000123456789ab'
const CALLERS = 8

const authority = makeAuthority('authority')
const keys = [makeKeyPair(), makeKeyPair()]
const certificateOf = (n: number) =>
  authority.issue(`service-${n}`, [], { key: keys[n % 2] ?? makeKeyPair() })

/** The secrets that the PSP accepts. */
let accepted: string[]
/** The names of the client certificates of the API calls that the PSP has answered. */
const served = new Set<string>()
/** The open connections, with the names of their client certificates. */
const connections = new Map<TLSSocket, string>()
let server: Server
let folder: string
let fetch: ClosablePixFetch
let pix: PixProvider
let watched: WatchedCredentials

const path = (name: string): string => join(folder, name)
function install(n: number): void {
  const { cert, key } = certificateOf(n)
  writeFileSync(path('cert.pem'), cert)
  writeFileSync(path('key.pem'), key)
  writeFileSync(path('secret'), `secret-${n}\n`)
}

/** Starts a PSP that requires a client certificate. The PSP binds each token to the certificate and to the secret. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rotation-'))
  const own = authority.issue('psp', ['127.0.0.1'], { key: keys[0] ?? makeKeyPair() })
  const tls = { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  server = createServer(tls, (req, res) => {
    const name = req.socket instanceof TLSSocket ? req.socket.getPeerCertificate().subject.CN : ''
    const answer = (status: number, body: unknown) => res.writeHead(status).end(JSON.stringify(body))
    const [scheme, value = ''] = (req.headers.authorization ?? '').split(' ')
    req.resume().once('end', () => {
      if (scheme === 'Basic') {
        const secret = Buffer.from(value, 'base64').toString().split(':')[1] ?? ''
        if (!accepted.includes(secret)) answer(401, { error: 'invalid_client' })
        else answer(200, { access_token: `${name}.${secret}`, expires_in: 3600 })
        return
      }
      const [bound, secret = ''] = value.split('.')
      if (bound !== name || !accepted.includes(secret)) answer(401, {})
      else {
        served.add(name)
        answer(404, {})
      }
    })
  })
  server.on('secureConnection', (socket) => {
    connections.set(socket, socket.getPeerCertificate().subject.CN)
    socket.once('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  accepted = ['secret-0']
  writeFileSync(path('ca.pem'), authority.cert)
  install(0)
  const files = {
    certFile: path('cert.pem'),
    keyFile: path('key.pem'),
    caFile: path('ca.pem'),
    clientIdFile: undefined,
    clientSecretFile: path('secret'),
  }
  const client = { clientId: 'id', clientSecret: 'secret-0' }
  const { log } = captureLog('error')
  const url = `https://127.0.0.1:${portOf(server.address())}`
  const initial = { client, tls: readTlsFiles(files) }
  watched = new WatchedCredentials({ files, initial, clock: systemClock, log })
  fetch = makeRotatingFetch(() => watched.current().tls)
  pix = makeApiPix({
    ...client,
    credentials: () => watched.current(),
    baseUrl: `${url}/v2`,
    tokenUrl: `${url}/token`,
    key: 'key',
    clock: systemClock,
    log,
    fetch: fetch.fetch,
    timeoutMs: 60_000,
  })
})
afterAll(async () => {
  await fetch.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const settle = async (): Promise<void> => {
  await watched.check()
  await watched.check()
}

test('no call fails while the certificate and the secret are replaced under load, and old connections end', async () => {
  const stop = new AbortController()
  const outcomes: string[] = []
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!stop.signal.aborted) outcomes.push((await pix.find(TXID)).kind)
  })
  for (const n of [1, 2, 3]) {
    accepted.push(`secret-${n}`)
    writeFileSync(path('cert.pem'), '-----BEGIN CERTIFICATE-----\nMIIC')
    await settle()
    install(n)
    await settle()
    await eventually(() => expect(Array.from(served)).toContain(`service-${n}`))
    // From now on, the PSP refuses the tokens of the earlier secret.
    accepted = [`secret-${n}`]
    const before = outcomes.length
    await eventually(() => expect(outcomes.length).toBeGreaterThan(before + CALLERS))
  }
  stop.abort()
  await Promise.all(callers)
  expect(new Set(outcomes)).toEqual(new Set(['absent']))
  await eventually(() => {
    const earlier = Array.from(connections.values()).filter((name) => name !== 'service-3')
    expect(earlier).toEqual([])
  })
})
