import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'

/** Forwards a request to the same path at `origin`, and writes the response. Returns the status. */
export async function forward(
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const { method, headers, url = '' } = request
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const forwarded = send(new URL(url, origin), { method, headers }, resolve)
  forwarded.once('error', reject)
  await pipeline(request, forwarded)
  const answer = await promise
  const status = answer.statusCode ?? 502
  response.writeHead(status, answer.headers)
  await pipeline(answer, response)
  return status
}
