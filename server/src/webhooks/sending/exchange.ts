import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { finalResponse } from '../../kernel/final-response.ts'
import type { Connection } from './connection.ts'
import type { SendRequest } from './sender.ts'

/** The maximum size of a stored response body, in bytes. A longer body is truncated. */
const RESPONSE_BYTES_MAX = 16 * 1024
const HEADER_BYTES_MAX = 16 * 1024

const STORED_HEADERS = ['content-type', 'retry-after', 'server', 'date', 'x-request-id']
const STORED_HEADER_LENGTH_MAX = 200

export interface Exchange {
  request: SendRequest
  /** Aborting this signal closes the connection at any stage. */
  signal: AbortSignal
  /** Called when the headers of the final response have arrived. */
  onHeaders: () => void
}

export interface Response {
  statusCode: number
  headers: Record<string, string>
  body: Buffer
  /** False when the body was truncated or cut off. */
  complete: boolean
}

/**
 * Sends the request on a connection and reads the final response. Ignores interim responses (1xx). Returns the response
 * even if its body is too long or incomplete.
 * @throws the network error, if the connection fails.
 * @throws UnexpectedUpgrade when the receiver switches protocols.
 */
export async function post(connection: Connection, url: URL, exchange: Exchange): Promise<Response> {
  const { signal, onHeaders } = exchange
  const closeConnection = (): void => connection.agent.destroy()
  signal.throwIfAborted()
  signal.addEventListener('abort', closeConnection)
  try {
    const response = await send(connection, url, exchange.request)
    onHeaders()
    const { bytes, complete } = await readStart(response)
    return {
      statusCode: response.statusCode ?? 0,
      headers: storedHeaders(response.headers),
      body: bytes,
      complete,
    }
  } finally {
    signal.removeEventListener('abort', closeConnection)
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

/**
 * Reads the first bytes of a body. Never throws: the status is already known, so an error or the time limit only ends
 * the reading.
 */
async function readStart(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; complete: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let complete = true
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > RESPONSE_BYTES_MAX) {
        complete = false
        break
      }
    }
  } catch {
    complete = false
  }
  return { bytes: Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX), complete }
}

function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    STORED_HEADERS.flatMap((name) => {
      const value = headers[name]
      const text = Array.isArray(value) ? value.join(', ') : value
      return text === undefined ? [] : [[name, text.slice(0, STORED_HEADER_LENGTH_MAX)]]
    }),
  )
}
