import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import { TLSSocket } from 'node:tls'
import { z } from 'zod'
import { KEEP_ALIVE_MS, listen, readBody, stop } from '../../simulator/http.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import {
  makeAuthority,
  makeKeyPair,
  type CertificateChanges,
  type CertificatePair,
} from '../../src/testing/fakes/certificates.ts'
import { forward } from '../forward.ts'

const HOST = '127.0.0.1'
const TOKEN_BYTES_MAX = 65_536
const TOKEN_PATH = /\/oauth\/token(?:$|\?)/
const Granted = z.object({ access_token: z.string() })

/** The OAuth client whose id and secret a token request contains. */
export interface Client {
  id: string
  secret: string
}

interface FrontOptions {
  /** The address of the simulated PSP. */
  psp: string
  /** The client that the simulated PSP accepts. */
  own: Client
}

/**
 * The gateway of a simulated PSP: requires a client certificate, accepts several clients at a time, and binds each
 * token to the client and to the certificate. The simulated PSP itself accepts only one client, and does not use TLS.
 */
export class MtlsFront {
  /** The clients that get tokens and whose tokens are valid, as `id:secret`. */
  readonly clients = new Set<string>()
  /** The common names of the client certificates that are accepted. */
  readonly certificates = new Set<string>()
  /** The answered calls to API Pix by status, without token requests. */
  readonly statuses = new Map<number, number>()
  /** The number of requests and handshakes that reached this gateway. */
  arrivals = 0
  tokens = 0
  refusedTokens = 0
  readonly #options: FrontOptions
  readonly #clientAuthority = makeAuthority('authority of the clients')
  readonly #authorities = [makeAuthority('first authority'), makeAuthority('second authority')] as const
  readonly #key = makeKeyPair()
  readonly #server: Server
  readonly #bindings = new Map<string, string>()
  #authority: 0 | 1 = 0
  #port = 0

  private constructor(options: FrontOptions) {
    this.#options = options
    this.#server = createServer(this.#tls(), (request, response) => {
      this.arrivals += 1
      this.#answer(request, response).catch(() => request.socket.destroy())
    })
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS
    this.#server.on('tlsClientError', () => (this.arrivals += 1))
  }

  static async start(options: FrontOptions): Promise<MtlsFront> {
    const front = new MtlsFront(options)
    front.#port = await listen(front.#server, 0, HOST)
    return front
  }

  get origin(): string {
    return `https://${HOST}:${this.#port}`
  }

  /** The authorities that issue the gateway's certificates, as PEM: the current one and the next one. */
  get authorities(): { current: string; next: string } {
    const [first, second] = this.#authorities.map(({ cert }) => cert)
    return this.#authority === 0
      ? { current: first ?? '', next: second ?? '' }
      : { current: second ?? '', next: first ?? '' }
  }

  /** Uses a certificate of the next authority for new connections. */
  useNextAuthority(): void {
    this.#authority = this.#authority === 0 ? 1 : 0
    this.#server.setSecureContext(this.#tls())
  }

  /** Issues a client certificate, and accepts it. */
  issue(name: string, changes: CertificateChanges): CertificatePair {
    this.certificates.add(name)
    return this.#clientAuthority.issue(name, [], changes)
  }

  stop(): Promise<void> {
    return stop(this.#server)
  }

  #tls(): ServerOptions {
    return {
      ...this.#authorities[this.#authority].issue('psp', [HOST], { key: this.#key }),
      ca: this.#clientAuthority.cert,
      requestCert: true,
      rejectUnauthorized: true,
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { subject, valid_to: validTo } = certificateOf(request)
    if (Date.parse(validTo) <= systemClock.now().getTime()) {
      // A handshake with an expired certificate fails. If the certificate expires while a connection is open, a proxy
      // answers requests on this connection with 400 and an HTML page.
      this.#refuse(request, response, 400, '<html>The SSL certificate error</html>')
      return
    }
    if (TOKEN_PATH.test(request.url ?? '')) return this.#grant(request, response, subject.CN)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const [name = '', client = ''] = (this.#bindings.get(token) ?? '').split('\n')
    if (name !== subject.CN || !this.certificates.has(name) || !this.clients.has(client)) {
      this.#refuse(request, response, 401, '{}')
      return
    }
    this.#count(await forward(this.#options.psp, request, response))
  }

  #refuse(request: IncomingMessage, response: ServerResponse, status: number, body: string): void {
    this.#count(status)
    request.resume().once('end', () => response.writeHead(status).end(body))
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }

  /** Answers a token request with a token of the simulated PSP, if the client and the certificate are accepted. */
  async #grant(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const { headers, url = '' } = request
    const body = (await readBody(request, TOKEN_BYTES_MAX))?.toString() ?? ''
    const client = clientOf(headers.authorization, body)
    if (!this.certificates.has(name) || !this.clients.has(`${client.id}:${client.secret}`)) {
      this.refusedTokens += 1
      response.writeHead(401).end('{"error":"invalid_client"}')
      return
    }
    const { psp, own } = this.#options
    const basic = Buffer.from(`${own.id}:${own.secret}`).toString('base64')
    const answer = await fetch(new URL(url, psp), {
      method: 'POST',
      headers: {
        'content-type': headers['content-type'] ?? '',
        ...(headers.authorization === undefined ? {} : { authorization: `Basic ${basic}` }),
      },
      body: headers.authorization === undefined ? withClient(body, own) : body,
    })
    const text = await answer.text()
    const granted = answer.status === 200 ? Granted.parse(JSON.parse(text)) : undefined
    if (granted) this.#bindings.set(granted.access_token, `${name}\n${client.id}:${client.secret}`)
    this.tokens += 1
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }
}

const certificateOf = ({ socket }: IncomingMessage) => {
  if (!(socket instanceof TLSSocket)) throw new Error('BUG: MtlsFront got a connection without TLS')
  return socket.getPeerCertificate()
}

/**
 * Reads the id and the secret of the client from the Basic header, or from the form in the body without this header.
 */
function clientOf(authorization: string | undefined, body: string): Client {
  if (authorization === undefined) {
    const form = new URLSearchParams(body)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  }
  const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return { id, secret }
}

function withClient(body: string, { id, secret }: Client): string {
  const form = new URLSearchParams(body)
  form.set('client_id', id)
  form.set('client_secret', secret)
  return form.toString()
}
