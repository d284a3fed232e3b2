import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import type { PixFetch } from './http-call.ts'

/** Connections to one host; calls above it wait for one. */
const CONNECTIONS_MAX = 128
/** Well below the adapter's deadline: a host that does not even connect is certain to have done nothing. */
const CONNECT_TIMEOUT_MS = 2_000

export interface PixFetchSettings {
  /** PEM files. Certificate and key for mTLS come together; the authority replaces the system's. */
  certFile: string | undefined
  keyFile: string | undefined
  caFile: string | undefined
}

/** A fetch with connections of its own; `close` ends them once the calls under way are done. */
export interface ClosablePixFetch {
  fetch: PixFetch
  close(): Promise<void>
}

/**
 * The fetch of production: connections are kept and shared, and carry the service's certificate.
 * @throws Error when a file cannot be read, or only one of certificate and key is given.
 */
export function makePixFetch(settings: PixFetchSettings): ClosablePixFetch {
  if ((settings.certFile === undefined) !== (settings.keyFile === undefined)) {
    throw new Error('PIX_CERT_FILE and PIX_KEY_FILE go together')
  }
  const dispatcher = new Agent({
    connections: CONNECTIONS_MAX,
    connect: {
      timeout: CONNECT_TIMEOUT_MS,
      ...pem('cert', settings.certFile),
      ...pem('key', settings.keyFile),
      ...pem('ca', settings.caFile),
    },
  })
  return {
    // A third of what `fetch` itself costs; neither follows a redirect here.
    async fetch(url, { method, headers, body = null, signal }) {
      const answer = await request(url, { method, headers, body, signal, dispatcher })
      return { status: answer.statusCode, body: answer.body }
    },
    close: () => dispatcher.close(),
  }
}

const pem = (option: 'cert' | 'key' | 'ca', file: string | undefined): Record<string, Buffer> =>
  file === undefined ? {} : { [option]: readFileSync(file) }
