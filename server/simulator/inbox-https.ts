import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../src/kernel/clock.ts'
import { readBody } from './http.ts'
import type { Inbox } from './inbox.ts'

const BODY_MAX_BYTES = 131_072

export interface TlsFiles {
  /** The private key in PEM format. */
  key: string
  /** The certificate in PEM format. */
  cert: string
}

/** Creates the inbox's HTTPS server, which accepts POST on any path. Aborting `signal` ends delayed answers. */
export function createInboxServer(inbox: Inbox, tls: TlsFiles, clock: Clock, signal: AbortSignal): Server {
  return createServer(tls, (request, response) => {
    answer({ inbox, clock, signal }, request, response).catch(() => request.socket.destroy())
  })
}

async function answer(
  { inbox, clock, signal }: { inbox: Inbox; clock: Clock; signal: AbortSignal },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') return end(response, 405)
  const body = await readBody(request, BODY_MAX_BYTES)
  if (body === undefined) return end(response, 413)
  const [path = '/'] = (request.url ?? '/').split('?')
  const { status, delayMs } = inbox.receive({ path, rawHeaders: request.rawHeaders, body })
  if (delayMs > 0) await clock.sleep(delayMs, signal)
  return end(response, status)
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(status === 204 || status === 304 ? undefined : `{"ok":${status < 300}}`)
}
