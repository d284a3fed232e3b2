import ipaddr from 'ipaddr.js'

/** What one customer of a provider, or one site, usually has. */
const IPV4_BITS = 24
const IPV6_BITS = 56
/** One household has this many bits of IPv6 to itself. */
const HOUSEHOLD_BITS = 64

/** The network of a client, in CIDR notation: its /24 of IPv4 or /56 of IPv6. Null for what is no address. */
export const networkOf = (ip: string | null): string | null => blockOf(ip, IPV4_BITS, IPV6_BITS)

/** One client: an address of IPv4, or a /64 of IPv6. Null for what is no address. */
export const clientOf = (ip: string | null): string | null => blockOf(ip, 32, HOUSEHOLD_BITS)

function blockOf(ip: string | null, ipv4Bits: number, ipv6Bits: number): string | null {
  const bytes = bytesOf(bare(ip ?? ''))
  if (bytes === null) return null
  const bits = bytes.length === 4 ? ipv4Bits : ipv6Bits
  const masked = bytes.map((byte, index) => byte & maskOf(bits - index * 8))
  return `${ipaddr.fromByteArray(masked).toString()}/${bits}`
}

/** The bits of a byte that stay when so many are left of a prefix. */
const maskOf = (bitsLeft: number): number =>
  bitsLeft >= 8 ? 0xff : bitsLeft <= 0 ? 0 : (0xff << (8 - bitsLeft)) & 0xff

/** Without the port that some proxies add, and without the zone of a link-local address. */
function bare(text: string): string {
  const withPort = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)
  return (withPort?.[1] ?? withPort?.[2] ?? text).replace(/%.*$/, '')
}

/** Four bytes for IPv4, also where IPv6 carries it (::ffff:0:0/96, and 64:ff9b::/96 of NAT64); sixteen for IPv6. */
function bytesOf(text: string): number[] | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toByteArray()
  if (!ipaddr.IPv6.isValid(text)) return null
  const address = ipaddr.IPv6.parse(text)
  const bytes = address.toByteArray()
  return ['ipv4Mapped', 'rfc6052'].includes(address.range()) ? bytes.slice(12) : bytes
}
