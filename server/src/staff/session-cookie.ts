/** How the console's session travels: a cookie that no script reads and no other site has the browser send. */
export interface CookieForm {
  name: string
  attributes: string
}

/**
 * Over https the name's `__Host-` has the browser itself refuse the cookie unless it is Secure, for the whole host and
 * set by it alone. Browsers keep no such cookie over plain http, which is for development.
 */
export function cookieForm(publicUrl: string): CookieForm {
  const attributes = 'Path=/; HttpOnly; SameSite=Strict'
  return new URL(publicUrl).protocol === 'https:'
    ? { name: '__Host-svc_console', attributes: `${attributes}; Secure` }
    : { name: 'svc_console', attributes }
}

/** The token in a `Cookie` header; undefined when there is none that could be one. */
export function readToken({ name }: CookieForm, header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** The `Set-Cookie` that keeps a token; with no seconds left the browser drops it. */
export const writeCookie = ({ name, attributes }: CookieForm, token: string, maxAgeSeconds: number): string =>
  `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`
