import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns whether a request comes from the console's own pages, according to `Sec-Fetch-Site` and `Origin`. The browser
 * sets these two headers, and a page cannot change them. A request without these headers is accepted. Such a request
 * does not come from a browser, so no foreign page can have added a session cookie.
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
