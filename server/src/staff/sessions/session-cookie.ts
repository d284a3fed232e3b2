/** Name and attributes of a cookie. Scripts cannot read the cookie, and requests from other sites do not include it. */
export interface CookieForm {
  name: string
  attributes: string
}

/**
 * Returns the form of the session cookie. Over https the name of the cookie starts with `__Host-`: browsers then
 * require Secure, `Path=/` and no Domain. Over http, which is for development only, browsers would reject such a
 * cookie, so the name has no prefix. Use `Lax` with an identity provider, because browsers do not send a `Strict`
 * cookie on the redirect back from the provider.
 */
export const cookieForm = (publicUrl: string, sameSite: 'Strict' | 'Lax' = 'Strict'): CookieForm =>
  formOf('svc_console', publicUrl, sameSite)

/** Returns the form of the cookie for a pending sign-in at the identity provider. */
export const providerCookieForm = (publicUrl: string): CookieForm => formOf('svc_oidc', publicUrl, 'Lax')

function formOf(name: string, publicUrl: string, sameSite: 'Strict' | 'Lax'): CookieForm {
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}`
  return new URL(publicUrl).protocol === 'https:'
    ? { name: `__Host-${name}`, attributes: `${attributes}; Secure` }
    : { name, attributes }
}

/** Returns the token in a `Cookie` header; undefined if the header contains no well-formed token. */
export function readToken({ name }: CookieForm, header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** Returns the `Set-Cookie` value. With `maxAgeSeconds` 0, the browser deletes the cookie. */
export const writeCookie = ({ name, attributes }: CookieForm, token: string, maxAgeSeconds: number): string =>
  `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`
