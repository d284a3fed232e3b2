import ipaddr from 'ipaddr.js'

const LOCAL_SUFFIXES = [
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'svc',
]

/** Azure's metadata and wire server. ipaddr.js classifies it as an ordinary unicast address. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/** The only IPv6 range that is routed on the public internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

// A URL with one of these characters is refused, because the service would call another URL than the registered text.
// The URL parser drops white space and control characters, and turns a backslash into a slash.
const UNSAFE = /[\s\p{Cc}\\]/u

/**
 * Parses the URL of an endpoint. Returns undefined for a URL that is not absolute or not HTTPS. Also returns undefined
 * if the URL contains a user, a fragment, white space, a control character, a backslash, a trailing dot, an invalid
 * label or port 0. Does not check whether the host of the URL is public.
 */
export function parseWebhookUrl(text: string): URL | undefined {
  if (!/^https:\/\/[^/]/i.test(text) || UNSAFE.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (text.includes('#') || authorityOf(text).includes('@') || url.port === '0') return undefined
  return hasProperLabels(url.hostname) && !/[.。．｡](:\d*)?$/.test(authorityOf(text)) ? url : undefined
}

const authorityOf = (text: string): string => /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''

const hasProperLabels = (hostname: string): boolean =>
  literalOf(hostname) !== undefined || hostname.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label))

/** Returns the IP address in the host of a URL, without brackets. Undefined when the host is a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}

/** Returns whether a lower-case host name has a single label, or a suffix for local use, and so cannot be public. */
export function isLocalName(hostname: string): boolean {
  const labels = hostname.split('.')
  if (labels.length < 2) return true
  return LOCAL_SUFFIXES.some((suffix) => `.${labels.join('.')}`.endsWith(`.${suffix}`))
}

/** Returns whether an address is on the public internet. Returns false for any IPv4 address embedded in IPv6. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_UNICAST)) return false
  return parsed.toString() !== AZURE_WIRE_SERVER
}
