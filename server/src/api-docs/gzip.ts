import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

const gzipAsync = promisify(gzip)

/** A static response body. The extension of `name` determines the content type. */
export interface StaticBody {
  name: string
  maxAgeSeconds: number
  read: () => Promise<Buffer> | Buffer
  headers?: Record<string, string>
}

/**
 * Returns a handler that sends a static body, compressed with gzip if the client accepts it. Reads and compresses the
 * body at the first request of a client that accepts gzip. For other clients, reads the body at each request.
 */
export function serveStatic({ name, maxAgeSeconds, read, headers = {} }: StaticBody): RequestHandler {
  let compressed: Promise<Buffer> | undefined
  const compress = async (): Promise<Buffer> => gzipAsync(await read())
  return async (req, res) => {
    res.vary('accept-encoding')
    const common = { 'cache-control': `public, max-age=${maxAgeSeconds}`, ...headers }
    if (req.acceptsEncodings('gzip') === false) {
      res
        .type(name)
        .set(common)
        .send(await read())
      return
    }
    compressed ??= compress().catch((error: unknown) => {
      // Makes the next request read and compress the body again.
      compressed = undefined
      throw error
    })
    const body = await compressed
    res
      .type(name)
      .set({ ...common, 'content-encoding': 'gzip' })
      .send(body)
  }
}
