import type { Server } from 'node:http'

/** Sends a POST request with JSON, as the PSP does. */
export const deliver = (url: string, body: string): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

/** Starts the server on a free port of the loopback interface, and returns its origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  return `http://127.0.0.1:${address.port}`
}
