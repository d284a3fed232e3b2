import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'

/** One request that the fake provider received, with its body. */
export interface ProviderCall {
  method: string
  path: string
  query: URLSearchParams
  authorization: string
  body: string
  res: ServerResponse
  req: IncomingMessage
  /** Advances the caller's clock past the timeout of the call. */
  expireTimeout: () => void
  /** True when the behaviour sends headers but never ends the body. */
  hasEndlessBody: boolean
}

/**
 * An HTTP server that acts as a PSP. The test sets the behaviour of the server. A behaviour may violate the HTTP
 * protocol.
 */
export interface FakePixProvider {
  url: string
  calls: ProviderCall[]
  /** Sets the behaviour of the server. By default, the provider grants tokens and never answers API calls. */
  behave(behaviour: { api?: Behaviour; token?: Behaviour }): void
  close(): Promise<void>
}

export type Behaviour = (call: ProviderCall) => void

export const reply =
  (status: number, body: unknown): Behaviour =>
  ({ res }) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** Behaviour that never answers. Advances the caller's clock so that the timeout expires. */
export const hang: Behaviour = (call) => call.expireTimeout()
export const reset: Behaviour = ({ req }) => void req.socket.destroy()

/** Behaviour that grants the tokens `token-1`, `token-2` and so on. */
export function grantTokens(expiresInSeconds = 3600): Behaviour {
  let count = 0
  return (call) => {
    count += 1
    reply(200, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: expiresInSeconds })(call)
  }
}

/**
 * Starts the fake PSP on a free port. Pass `expireTimeout` if the adapter under test has a manual clock. Adapters with
 * a real clock time out in real time.
 */
export async function startFakePixProvider(
  expireTimeout: () => void = () => undefined,
): Promise<FakePixProvider> {
  const behaviours = { api: hang, token: grantTokens() }
  const calls: ProviderCall[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const url = new URL(req.url ?? '/', 'http://provider.test')
      const call: ProviderCall = {
        method: req.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        authorization: req.headers.authorization ?? '',
        body: Buffer.concat(chunks).toString('utf8'),
        req,
        res,
        expireTimeout,
        hasEndlessBody: false,
      }
      calls.push(call)
      behaviours[url.pathname === '/oauth/token' ? 'token' : 'api'](call)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    calls,
    behave: (next) => void Object.assign(behaviours, next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  return address.port
}

/** A clock that moves only by `advance`. */
export interface ManualClock extends Clock {
  advance(ms: number): void
}

export function makeManualClock(start = new Date('2026-11-20T12:00:00.000Z')): ManualClock {
  let nowMs = start.getTime()
  let sleepers: { atMs: number; wake: () => void }[] = []
  return {
    now: () => new Date(nowMs),
    sleep: (ms, signal) =>
      new Promise((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake })
        signal?.addEventListener('abort', () => wake(), { once: true })
      }),
    advance(ms) {
      nowMs += ms
      const due = sleepers.filter(({ atMs }) => atMs <= nowMs)
      sleepers = sleepers.filter(({ atMs }) => atMs > nowMs)
      for (const { wake } of due) wake()
    },
  }
}

/** Returns a logger that appends its lines to `lines`. Tests assert that no line contains personal data. */
export function logInto(lines: string[]): Log {
  return pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) })
}
