import { Agent, request } from 'undici'
import type { Deliver } from './callbacks.ts'

const ANSWER_MAX_MS = 10_000
const CONNECTIONS_MAX = 64
const BODY_MAX_BYTES = 65_536

/** Sends callbacks over HTTP and HTTPS with a connection pool. `close` aborts callbacks in flight. */
export function deliverOverHttp(): { deliver: Deliver; close(): Promise<void> } {
  const dispatcher = new Agent({
    connections: CONNECTIONS_MAX,
    headersTimeout: ANSWER_MAX_MS,
    bodyTimeout: ANSWER_MAX_MS,
    connect: { timeout: ANSWER_MAX_MS },
  })
  return {
    async deliver(url, body) {
      const headers = { 'content-type': 'application/json', 'user-agent': 'Pix-Simulator/1' }
      const answer = await request(url, { method: 'POST', headers, body, dispatcher })
      await answer.body.dump({ limit: BODY_MAX_BYTES })
      return { status: answer.statusCode }
    },
    close: () => dispatcher.destroy(),
  }
}
