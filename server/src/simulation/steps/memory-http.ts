import { request, type RequestListener, createServer } from 'node:http'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Returns a `fetch` that calls an HTTP application in the same process. The bytes of HTTP pass through memory, so no
 * answer depends on the speed of a network.
 */
export function makeMemoryFetch(application: RequestListener): typeof globalThis.fetch {
  const server = createServer(application)
  return async (input, init) => {
    const given = new Request(input, init)
    const body = await given.text()
    const [clientSide, serverSide] = duplexPair()
    server.emit('connection', serverSide)
    const call = request(given.url, {
      method: given.method,
      headers: { ...Object.fromEntries(given.headers), connection: 'close' },
      createConnection: () => clientSide,
    })
    const answered = Promise.withResolvers<Response>()
    call.once('error', answered.reject)
    call.once('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
      text(response).then(
        (content) => answered.resolve(new Response(content, { status, headers: entries })),
        answered.reject,
      )
    })
    call.end(body)
    return answered.promise
  }
}
