import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser sent the request from the console's own pages. A browser says by itself where a request comes
 * from, and no page can make it lie; programs that are no browser say nothing, and carry nobody's cookie.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  const { origin } = headers
  if (origin === undefined) return true
  return (
    origin === new URL(publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === headers.host)
  )
}
