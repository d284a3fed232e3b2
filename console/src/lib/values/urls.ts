const LENGTH_MIN = 10
const LENGTH_MAX = 2000

/**
 * Returns whether a text can be an endpoint URL: HTTPS and of allowed length. The server checks whether the
 * address is public.
 */
export function isEndpointUrl(typed: string): boolean {
  const text = typed.trim()
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX || !URL.canParse(text)) return false
  const { protocol, hostname, username, hash } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === '' && hash === ''
}

/** Returns a path of this console to open after the sign-in; undefined for anything that could leave it. */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined
  const base = 'https://console.invalid'
  if (!URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
  const path = url.pathname + url.search + url.hash
  return url.origin === base && !path.startsWith('//') ? path : undefined
}
