import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { selfSigned, type CertificatePair } from '../testing/fakes/certificates.ts'
import { portOf } from '../testing/fakes/fake-pix-provider.ts'
import { ConfigError } from '../kernel/settings/parse-variables.ts'
import { httpCall, withDeadline, type HttpOutcome } from './http-call.ts'
import { makePixFetch, type ClosablePixFetch } from './pix-fetch.ts'

let directory: string
let server: Server
let url: string
let connectionsCount = 0
let open: ClosablePixFetch | undefined

const file = (name: string): string => join(directory, name)
const files = () => ({
  certFile: file('client-cert.pem'),
  keyFile: file('client-key.pem'),
  caFile: file('bank-cert.pem'),
})

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pix-fetch-'))
  const client = writePair('client')
  server = createServer(
    { ...writePair('bank'), ca: client.cert, requestCert: true, rejectUnauthorized: true },
    ({ socket }, res) => {
      const name = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : 'nobody'
      res.end(JSON.stringify({ name }))
    },
  )
  server.on('secureConnection', () => {
    connectionsCount += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `https://127.0.0.1:${portOf(server.address())}/`
})

afterEach(async () => {
  await open?.close()
  open = undefined
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(directory, { recursive: true })
})

function call(settings: Parameters<typeof makePixFetch>[0]): Promise<HttpOutcome> {
  open = makePixFetch(settings)
  return again()
}

const again = (): Promise<HttpOutcome> =>
  withDeadline(systemClock, 5_000, (deadline) =>
    httpCall(open?.fetch ?? fetch, { method: 'GET', url, headers: {} }, deadline),
  )

test('makePixFetch sends the client certificate of the service', async () => {
  expect(await call(files())).toEqual({ kind: 'answered', status: 200, text: '{"name":"client"}' })
})

test('sequential calls reuse connections', async () => {
  const before = connectionsCount
  await call(files())
  for (let n = 0; n < 10; n += 1) await again()
  // Two connections are allowed, because the first may still be busy when the second call starts.
  expect(connectionsCount - before).toBeLessThanOrEqual(2)
})

test('a PSP that requires a client certificate refuses a call without a certificate', async () => {
  expect(await call({ ...files(), certFile: undefined, keyFile: undefined })).not.toMatchObject({
    kind: 'answered',
  })
})

const UNTRUSTED = { kind: 'not_sent', fault: 'psp_certificate_refused' }

test('nothing is sent to a PSP whose certificate is not signed by a trusted authority', async () => {
  expect(await call({ ...files(), caFile: undefined })).toEqual(UNTRUSTED)
  expect(await call({ ...files(), caFile: file('client-cert.pem') })).toEqual(UNTRUSTED)
})

test('makePixFetch throws when only one of certificate and key is set', () => {
  expect(() => makePixFetch({ ...files(), keyFile: undefined })).toThrow('PIX_CERT_FILE and PIX_KEY_FILE')
  expect(() => makePixFetch({ ...files(), certFile: undefined })).toThrow('PIX_CERT_FILE and PIX_KEY_FILE')
})

test('makePixFetch throws an error that names the setting when a file is missing', () => {
  expect(() => makePixFetch({ ...files(), keyFile: file('absent.pem') })).toThrow(
    new ConfigError(`The settings are invalid:\n  - PIX_KEY_FILE: ${file('absent.pem')} cannot be read`),
  )
})

/** Writes a self-signed certificate for 127.0.0.1 and its key. */
function writePair(name: string): CertificatePair {
  const pair = selfSigned(name, ['127.0.0.1'])
  writeFileSync(file(`${name}-cert.pem`), pair.cert)
  writeFileSync(file(`${name}-key.pem`), pair.key, { mode: 0o600 })
  return pair
}
