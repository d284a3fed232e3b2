import ipaddr from 'ipaddr.js'

/** The prefix lengths of the networks that are usually assigned to one site or customer. */
const IPV4_BITS = 24
const IPV6_BITS = 56
/** The prefix length of the IPv6 network of one household. */
const IPV6_CLIENT_BITS = 64

/**
 * Returns the network of an address in CIDR notation: /24 for IPv4, /56 for IPv6. Returns null if `ip` is not an IP
 * address.
 */
export const networkOf = (ip: string | null): string | null => blockOf(ip, IPV4_BITS, IPV6_BITS)

/**
 * Returns the address range of one client in CIDR notation: /32 for IPv4, /64 for IPv6. Returns null if `ip` is not an
 * IP address.
 */
export const clientOf = (ip: string | null): string | null => blockOf(ip, 32, IPV6_CLIENT_BITS)

function blockOf(ip: string | null, ipv4Bits: number, ipv6Bits: number): string | null {
  const bytes = bytesOf(stripPortAndZone(ip ?? ''))
  if (bytes === null) return null
  const bits = bytes.length === 4 ? ipv4Bits : ipv6Bits
  const masked = bytes.map((byte, index) => byte & maskOf(bits - index * 8))
  return `${ipaddr.fromByteArray(masked).toString()}/${bits}`
}

/** Returns the mask of a byte for the remaining bits of a prefix. */
const maskOf = (bitsLeft: number): number =>
  bitsLeft >= 8 ? 0xff : bitsLeft <= 0 ? 0 : (0xff << (8 - bitsLeft)) & 0xff

/** Removes the port that some proxies add, and the zone of a link-local address. */
function stripPortAndZone(text: string): string {
  const withPort = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)
  return (withPort?.[1] ?? withPort?.[2] ?? text).replace(/%.*$/, '')
}

/**
 * Returns the bytes of an IP address: 4 for IPv4 and 16 for IPv6. Returns null for any other text. IPv4 addresses in
 * IPv6 form count as IPv4: mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96).
 */
function bytesOf(text: string): number[] | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).toByteArray()
  if (!ipaddr.IPv6.isValid(text)) return null
  const address = ipaddr.IPv6.parse(text)
  const bytes = address.toByteArray()
  return ['ipv4Mapped', 'rfc6052'].includes(address.range()) ? bytes.slice(12) : bytes
}
