import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { finalResponse } from '../../kernel/final-response.ts'
import type { Connection } from './connection.ts'
import type { SendRequest } from './sender.ts'

/** How much of a response body is read and kept. */
const RESPONSE_BYTES_MAX = 16 * 1024
const HEADER_BYTES_MAX = 16 * 1024

const KEPT_HEADERS = ['content-type', 'retry-after', 'server', 'date', 'x-request-id']
const KEPT_HEADER_LENGTH_MAX = 200

export interface Exchange {
  request: SendRequest
  /** Ends the connection when aborted, at whatever stage. */
  signal: AbortSignal
  /** Called with the headers of the final response. */
  onHeaders: () => void
}

export interface Response {
  statusCode: number
  headers: Record<string, string>
  body: Buffer
  /** Whether the body was read to its end. */
  whole: boolean
}

/**
 * Posts on a connection and reads the final response. Interim responses (1xx) are ignored. A body that is too long, or
 * cut off, is a response all the same.
 * @throws the error of the network, and UnexpectedUpgrade.
 */
export async function post(connection: Connection, url: URL, exchange: Exchange): Promise<Response> {
  const { signal, onHeaders } = exchange
  const end = (): void => connection.agent.destroy()
  signal.throwIfAborted()
  signal.addEventListener('abort', end)
  try {
    const response = await send(connection, url, exchange.request)
    onHeaders()
    const { bytes, whole } = await readStart(response)
    return {
      statusCode: response.statusCode ?? 0,
      headers: keptHeaders(response.headers),
      body: bytes,
      whole,
    }
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function send(connection: Connection, url: URL, { headers, body }: SendRequest): Promise<IncomingMessage> {
  const sent = request({
    agent: connection.agent,
    method: 'POST',
    host: url.hostname,
    port: url.port,
    path: url.pathname + url.search,
    headers,
    maxHeaderSize: HEADER_BYTES_MAX,
  })
  return finalResponse(sent, body)
}

/** The start of a body. Whatever cuts it off, the time limit included, leaves what arrived: the status is known. */
async function readStart(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let whole = true
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > RESPONSE_BYTES_MAX) {
        whole = false
        break
      }
    }
  } catch {
    whole = false
  }
  return { bytes: Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX), whole }
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name]
      const text = Array.isArray(value) ? value.join(', ') : value
      return text === undefined ? [] : [[name, text.slice(0, KEPT_HEADER_LENGTH_MAX)]]
    }),
  )
}
