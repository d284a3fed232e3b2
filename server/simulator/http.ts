import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { problemAnswer, type Answer, type Call, type Outcome } from './calls.ts'
import { Refusal } from './problems.ts'

const BODY_MAX_BYTES = 1_048_576
/**
 * How long the server keeps an idle connection, in milliseconds. Clients close idle connections earlier, so the server
 * never closes a connection on which a request is arriving.
 */
export const KEEP_ALIVE_MS = 65_000

/** Creates an HTTP server that passes requests to `handle` and writes its outcomes. */
export function createHttpServer(handle: (call: Call) => Promise<Outcome>): Server {
  const server = createServer(requestListener(handle))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

/** Listens and returns the port. Rejects when the port is in use. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return addressOf(server).port
}

/** Closes the server and all of its connections, including those with a request in flight. */
export async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Returns the body; undefined when it is longer than `maxBytes`. Rejects when the sender closes the connection. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
    })
    request.on('end', () => resolve(bytes > maxBytes ? undefined : Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

function requestListener(handle: (call: Call) => Promise<Outcome>): RequestListener {
  return (request, response) => {
    answer(handle, request, response).catch(() => request.socket.destroy())
  }
}

async function answer(
  handle: (call: Call) => Promise<Outcome>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request, BODY_MAX_BYTES)
  if (body === undefined) return write(response, problemAnswer(new Refusal('CorpoGrandeDemais')))
  const outcome = await handle(callOf(request, body.toString()))
  if (outcome === 'connection_closed') request.socket.destroy()
  else if (outcome !== 'no_answer') write(response, outcome)
}

function callOf(request: IncomingMessage, body: string): Call {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    header: (name) => headerOf(request, name),
    body,
  }
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function write(response: ServerResponse, { status, contentType, body, headers }: Answer): void {
  response.writeHead(status, {
    ...(contentType === '' ? {} : { 'content-type': contentType }),
    ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  })
  response.end(body)
}

function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  return address
}
