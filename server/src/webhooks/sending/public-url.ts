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

/** A special address that ipaddr.js takes for an ordinary one: Azure's metadata and wire server. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/** All of IPv6 that is routed in public lies in here. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

// Blanks and control characters are dropped by the URL parser, and a backslash read as a slash: what is registered
// would not be what is shown.
const UNSAFE = /[\s\p{Cc}\\]/u

/**
 * The URL as it will be connected to; undefined when it is not written as one of a receiver must be: absolute, HTTPS,
 * without user, fragment, trailing dot or empty label. Says nothing of where it leads.
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

/** The address in a URL's host, without brackets; undefined when the host is a name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}

/** Whether a name, in small letters, cannot be one of the public internet: a single label, or under a local top. */
export function isLocalName(hostname: string): boolean {
  const labels = hostname.split('.')
  if (labels.length < 2) return true
  return LOCAL_SUFFIXES.some((suffix) => `.${labels.join('.')}`.endsWith(`.${suffix}`))
}

/** Whether an address belongs to the public internet. One of IPv4 that is wrapped in IPv6 never does. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_UNICAST)) return false
  return parsed.toString() !== AZURE_WIRE_SERVER
}
