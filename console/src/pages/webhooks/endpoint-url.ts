const LENGTH_MIN = 10
const LENGTH_MAX = 2000

/**
 * Returns whether a text has the form of an endpoint URL: HTTPS, a host with a dot, and an allowed length. Only the
 * server checks whether the address is public.
 */
export function isEndpointUrl(typed: string): boolean {
  const text = typed.trim()
  if (text.length < LENGTH_MIN || text.length > LENGTH_MAX || !URL.canParse(text)) return false
  const { protocol, hostname, username, hash } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === '' && hash === ''
}
