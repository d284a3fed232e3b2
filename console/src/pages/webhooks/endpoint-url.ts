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
