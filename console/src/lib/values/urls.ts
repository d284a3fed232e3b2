const LENGTH_MIN = 10
const LENGTH_MAX = 2000

/** True for what could be an endpoint: an HTTPS address of allowed length. Whether it is public the server says. */
export function isEndpointUrl(typed: string): boolean {
  const text = typed.trim()
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX || !URL.canParse(text)) return false
  const { protocol, hostname, username, hash } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === '' && hash === ''
}

/** A path of this console to go on to after the sign-in; anything that could leave it is refused. */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined
  const base = 'https://console.invalid'
  if (!URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
  const path = url.pathname + url.search + url.hash
  return url.origin === base && !path.startsWith('//') ? path : undefined
}
