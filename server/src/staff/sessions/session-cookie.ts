/** How the console's session travels: a cookie that no script reads and no other site has the browser send. */
export interface CookieForm {
  name: string
  attributes: string
}

/**
 * Over https the name's `__Host-` has the browser itself refuse the cookie unless it is Secure, for the whole host and
 * set by it alone. Browsers keep no such cookie over plain http, which is for development. `Lax` where an identity
 * provider sends browsers back: the step from its page to ours would come without a Strict one.
 */
export const cookieForm = (publicUrl: string, sameSite: 'Strict' | 'Lax' = 'Strict'): CookieForm =>
  formOf('svc_console', publicUrl, sameSite)

/** The cookie of a sign-in that is under way at the identity provider. */
export const providerCookieForm = (publicUrl: string): CookieForm => formOf('svc_oidc', publicUrl, 'Lax')

function formOf(name: string, publicUrl: string, sameSite: 'Strict' | 'Lax'): CookieForm {
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}`
  return new URL(publicUrl).protocol === 'https:'
    ? { name: `__Host-${name}`, attributes: `${attributes}; Secure` }
    : { name, attributes }
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
