import type { IncomingMessage } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createTcp, type Server, type Socket } from 'node:net'
import { inboxCertificates } from '../../simulator/inbox-certificates.ts'
import { readBody } from '../../simulator/http.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { statsOf, type Stats } from './stats.ts'

const HOST = '127.0.0.1'
const BODY_BYTES_MAX = 65_536

/**
 * The servers of merchants. One port answers webhooks at once with 200; the other accepts connections and never
 * answers.
 */
export interface Receiver {
  port: number
  silentPort: number
  /** Expects the event of a payment. Its latency counts from `dueMs`, the scheduled time of the callback. */
  expect(endToEndId: string, dueMs: number): void
  /** Number of expected events whose first attempt has arrived since the last `takeLatencies`. */
  arrivedCount(): number
  /** Latencies of the first attempts since the last call: from the callback, and from the `created_at` of the event. */
  takeLatencies(): { fromCallback: Stats; fromEvent: Stats }
  /** The maximum of concurrent connections of the silent port since the last call. */
  takeMaxSilentConnections(): number
  stop(): Promise<void>
}

const random = (): number => systemIds.bytes(4).readUInt32BE() / 2 ** 32

/** Starts the receiver, with a certificate that the servers of `dataDir` trust. */
export async function startReceiver(dataDir: string): Promise<Receiver> {
  const expected = new Map<string, number>()
  let fromCallback: number[] = []
  let fromEvent: number[] = []
  const receive = async (request: IncomingMessage): Promise<void> => {
    const [arrivedMs, arrivedAt] = [performance.now(), systemClock.now()]
    const body = (await readBody(request, BODY_BYTES_MAX))?.toString() ?? ''
    const [, endToEndId = ''] = /"end_to_end_id":"([^"]+)"/.exec(body) ?? []
    const [, createdAt = ''] = /"created_at":"([^"]+)"/.exec(body) ?? []
    const dueMs = expected.get(endToEndId)
    if (dueMs === undefined) return
    expected.delete(endToEndId)
    fromCallback.push(arrivedMs - dueMs)
    fromEvent.push(arrivedAt.getTime() - Date.parse(createdAt))
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
  webhooks.keepAliveTimeout = 65_000

  const silent = new Set<Socket>()
  let maxSilent = 0
  const hang = createTcp((socket) => {
    silent.add(socket)
    maxSilent = Math.max(maxSilent, silent.size)
    socket.on('error', () => undefined)
    socket.once('close', () => silent.delete(socket))
    socket.resume()
  })
  return {
    port: await listen(webhooks),
    silentPort: await listen(hang),
    expect: (endToEndId, dueMs) => void expected.set(endToEndId, dueMs),
    arrivedCount: () => fromCallback.length,
    takeLatencies() {
      const taken = { fromCallback: statsOf(fromCallback, 1), fromEvent: statsOf(fromEvent, 1) }
      expected.clear()
      fromCallback = []
      fromEvent = []
      return taken
    },
    takeMaxSilentConnections() {
      const most = maxSilent
      maxSilent = silent.size
      return most
    },
    async stop() {
      for (const socket of silent) socket.destroy()
      webhooks.closeAllConnections()
      await Promise.all([close(webhooks), close(hang)])
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, () => {
      const address = server.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
}

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
