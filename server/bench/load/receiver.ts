import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp, type Server, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { inboxCertificates } from '../../simulator/inbox-certificates.ts'
import { readBody } from '../../simulator/http.ts'
import type { Result } from './jobs.ts'
import { Tally } from './tally.ts'

export interface Receiver {
  /** To the first attempt of each event, for what arrived since the last such question. */
  take(since: Since): Result
  /** The most connections that the silent port held at once since the last such call. */
  takeSilentSockets(): number
}

/** From the callback of the payment, or from the event that the payment was recorded with. */
type Since = 'callback' | 'event'

const BODY_BYTES_MAX = 65_536

/** When the callback of a payment was sent, by its end-to-end id, until its event arrives. */
const sentMs = new Map<string, number>()

/** Records when the callback of a payment was due, to time its webhook from there. */
export function noteSent(endToEndId: string, dueMs: number): void {
  sentMs.set(endToEndId, dueMs)
}

const chance = (): number => systemIds.bytes(4).readUInt32BE() / 2 ** 32

/** Answers webhooks at once with 200 on `port`. Accepts connections on `deadPort` and never answers there. */
export async function startReceiver(dataDir: string, port: number, deadPort: number): Promise<Receiver> {
  const tallies = { callback: new Tally(), event: new Tally() }
  const tls = inboxCertificates(dataDir, { clock: systemClock, chance })
  const server = createHttps(tls, (request, response) => {
    void receive(request, response, (since, ms) => tallies[since].add(ms))
  })
  server.keepAliveTimeout = 65_000
  await listen(server, port)
  const silent = new Set<Socket>()
  let silentMost = 0
  const count = (socket: Socket): void => {
    silent.add(socket)
    silentMost = Math.max(silentMost, silent.size)
    socket.on('error', () => undefined)
    socket.once('close', () => silent.delete(socket))
    socket.resume()
  }
  await listen(createTcp(count), deadPort)
  return {
    takeSilentSockets() {
      const most = silentMost
      silentMost = silent.size
      return most
    },
    take(since) {
      const result = tallies[since].result()
      tallies[since] = new Tally()
      return result
    },
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  arrived: (since: Since, ms: number) => void,
): Promise<void> {
  const arrivedMs = performance.now()
  const arrivedAt = systemClock.now()
  const body = (await readBody(request, BODY_BYTES_MAX))?.toString() ?? ''
  const [, endToEndId = ''] = /"end_to_end_id":"([^"]+)"/.exec(body) ?? []
  const [, createdAt = ''] = /"created_at":"([^"]+)"/.exec(body) ?? []
  const sent = sentMs.get(endToEndId)
  sentMs.delete(endToEndId)
  if (sent !== undefined) {
    arrived('callback', arrivedMs - sent)
    arrived('event', arrivedAt.getTime() - Date.parse(createdAt))
  }
  response.writeHead(200).end()
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
