import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp, type Socket } from 'node:net'
import { listen, KEEP_ALIVE_MS, readBody, stop } from '../../simulator/http.ts'
import { inboxCertificates } from '../../simulator/inbox-certificates.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { findFreePort } from '../../stack/ports.ts'
import { statsOf } from './closed-loop.ts'

const HOST = '127.0.0.1'
const BODY_BYTES_MAX = 65_536

/** The webhook servers of the merchants. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** The path of the endpoint by the id of the event. */
type Arrived = Map<string, string>

const idsAt = (arrived: Arrived, merchantId: string): Set<string> =>
  new Set(Array.from(arrived.keys()).filter((id) => arrived.get(id)?.startsWith(`/${merchantId}/`)))

const random = (): number => systemIds.bytes(4).readUInt32BE() / 2 ** 32

/**
 * Starts the webhook servers of the merchants. A service that runs with this `dataDir` trusts their certificate. One
 * port answers every webhook immediately with 200, unless `delayAnswers` sets a delay. The silent port accepts
 * connections and never answers.
 */
export async function startReceiver(dataDir: string) {
  const expected = new Map<string, number>()
  const arrived: Arrived = new Map()
  let repeated = 0
  let delayMs = 0
  let fromCallback: number[] = []
  let fromEvent: number[] = []
  const receive = async (request: IncomingMessage): Promise<void> => {
    const eventId = String(request.headers['x-svc-event-id'])
    if (arrived.has(eventId)) repeated += 1
    arrived.set(eventId, request.url ?? '')
    const [arrivedMs, arrivedAt] = [performance.now(), systemClock.now()]
    const body = (await readBody(request, BODY_BYTES_MAX))?.toString() ?? ''
    const [, endToEndId = ''] = /"end_to_end_id":"([^"]+)"/.exec(body) ?? []
    const [, createdAt = ''] = /"created_at":"([^"]+)"/.exec(body) ?? []
    const dueMs = expected.get(endToEndId)
    if (dueMs === undefined) return
    expected.delete(endToEndId)
    fromCallback.push(arrivedMs - dueMs)
    fromEvent.push(arrivedAt.getTime() - Date.parse(createdAt))
    if (delayMs > 0) await systemClock.sleep(delayMs)
  }
  const webhooks = createHttps(
    inboxCertificates(dataDir, { clock: systemClock, random }),
    (request, response) => {
      receive(request).then(
        () => response.writeHead(200).end(),
        () => request.socket.destroy(),
      )
    },
  )
  webhooks.keepAliveTimeout = KEEP_ALIVE_MS

  const silent = await startSilent()
  return {
    port: await listen(webhooks, 0, HOST),
    silentPort: silent.port,
    /**
     * Expects the event of a payment. The latency of the event counts from `dueMs`, the scheduled time of the callback.
     */
    expect: (endToEndId: string, dueMs: number) => void expected.set(endToEndId, dueMs),
    /** Returns the number of expected events whose first attempt has arrived since the last `takeLatencies`. */
    arrivedCount: () => fromCallback.length,
    /** Returns how many attempts arrived for events, of any type, of which an earlier attempt had already arrived. */
    repeatedCount: () => repeated,
    /** Returns whether an attempt for an event, of any type, has arrived. */
    hasArrived: (eventId: string) => arrived.has(eventId),
    /** Returns the ids of the events, of any type, that have arrived at the endpoints of a merchant. */
    arrivedAt: (merchantId: string) => idsAt(arrived, merchantId),
    /** From now on, answers the expected events only after `ms` milliseconds. */
    delayAnswers: (ms: number) => void (delayMs = ms),
    /**
     * Returns the statistics of the latencies of the first attempts since the last call: from the callback, and from
     * the `created_at` of the event.
     */
    takeLatencies() {
      const taken = { fromCallback: statsOf(fromCallback, 1), fromEvent: statsOf(fromEvent, 1) }
      expected.clear()
      fromCallback = []
      fromEvent = []
      return taken
    },
    /** Returns the maximum number of concurrent connections to the silent port since the last call. */
    takeMaxSilentConnections: () => silent.takeMaxConnections(),
    async stop() {
      silent.stop()
      await stop(webhooks)
    },
  }
}

/** Starts a server that accepts connections and never answers. */
async function startSilent() {
  const sockets = new Set<Socket>()
  let max = 0
  const server = createTcp((socket) => {
    sockets.add(socket)
    max = Math.max(max, sockets.size)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.resume()
  })
  const port = await findFreePort()
  await once(server.listen(port, HOST), 'listening')
  return {
    port,
    /** Returns the maximum number of concurrent connections since the last call. */
    takeMaxConnections(): number {
      const most = max
      max = sockets.size
      return most
    },
    stop(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
