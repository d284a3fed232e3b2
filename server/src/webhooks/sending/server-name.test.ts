import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { selfSigned } from '../../testing/fakes/certificates.ts'
import { portOf } from '../../testing/fakes/fake-pix-provider.ts'
import { makeWebhookSender } from './make-webhook-sender.ts'
import type { SendResult, WebhookSender } from './sender.ts'

/**
 * The certificates of the server. The server presents `default` when the client sends no SNI, as a proxy for several
 * hosts does.
 */
const CERTIFICATES = {
  default: selfSigned('other.example'),
  shop: selfSigned('shop.example'),
  address: selfSigned('address', ['127.0.0.1', '::1']),
}

let folder: string
let caFile: string
let server: Server
let port: number
/** The SNI values that the server received. A connection without SNI adds no value. */
let serverNames: string[]
let sender: WebhookSender | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pix-server-name-'))
  caFile = join(folder, 'authorities.pem')
  writeFileSync(
    caFile,
    Object.values(CERTIFICATES)
      .map(({ cert }) => cert)
      .join(''),
  )
})
beforeEach(() => {
  serverNames = []
})
afterEach(async () => {
  await sender?.close()
  server.closeAllConnections()
  await new Promise((resolve) => {
    server.close(resolve)
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a receiver that presents `certificate`, or the certificate of shop.example if the SNI contains that name. */
async function startReceiver(certificate: keyof typeof CERTIFICATES, host = '127.0.0.1'): Promise<void> {
  const shop = createSecureContext(CERTIFICATES.shop)
  server = createServer(
    {
      ...CERTIFICATES[certificate],
      SNICallback: (name, done) => {
        serverNames.push(name)
        done(null, name === 'shop.example' ? shop : undefined)
      },
    },
    (_req, res) => res.end('ok'),
  )
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  port = portOf(server.address())
}

function postTo(host: string): Promise<SendResult> {
  sender = makeWebhookSender({
    allowPrivate: [`${host}:${port}`],
    caFiles: [caFile],
    resolver: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  return sender.post({ url: `https://${host}:${port}/hook`, headers: {}, body: '{}' })
}

test('a URL with a host name sends the name as SNI', async () => {
  await startReceiver('default')
  expect(await postTo('shop.example')).toMatchObject({ statusCode: 200, errorClass: null })
  expect(serverNames).toEqual(['shop.example'])
})

test('a certificate for another host is refused', async () => {
  await startReceiver('default')
  expect(await postTo('shop2.example')).toMatchObject({
    statusCode: null,
    errorClass: 'tls_error',
    errorDetail: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})

/** The loopback addresses of this machine, which may have no IPv6. */
const loopbacks = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .map(({ address }) => address)
  .filter((address) => address === '127.0.0.1' || address === '::1')

test.each(loopbacks.map((address) => [address.includes(':') ? `[${address}]` : address, address] as const))(
  'a URL with the address %s sends no SNI, and the certificate must name the address',
  async (host, listenOn) => {
    await startReceiver('address', listenOn)
    expect(await postTo(host)).toMatchObject({ statusCode: 200, errorClass: null })
    expect(serverNames).toEqual([])
  },
)

test('a certificate that does not name the address of the URL is refused', async () => {
  await startReceiver('shop')
  expect(await postTo('127.0.0.1')).toMatchObject({
    errorClass: 'tls_error',
    errorDetail: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
})
