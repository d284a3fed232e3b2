import type { LookupAddress } from 'node:dns'
import { lookup as lookupBySystem, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { DONE, type Clock } from '../../kernel/clock.ts'
import { isLocalName, isPublicAddress, literalOf, parseWebhookUrl } from './public-url.ts'
import type { UrlVerdict } from './sender.ts'

/** A function that returns every address of a host name. The function throws when the name has no address. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

/** Thrown when a connection would reach an address that is not public. The error message never contains the address. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

/**
 * Thrown when the name lookup for a connection fails because the name has no address or the DNS servers do not answer.
 */
export class NameError extends Error {
  override readonly name = 'NameError'
}

/**
 * The protection against SSRF. The guard decides to which addresses the service may connect, at registration and at
 * every connection.
 */
export interface AddressGuard {
  /**
   * Checks a URL before it is registered. The guard tries to resolve the name for 1 s; a name that does not resolve
   * counts as `public`.
   */
  checkUrl(url: string): Promise<UrlVerdict>
  /**
   * Returns false if the host of `url` is a private IP address or a local name. Does not resolve a name; `lookup`
   * checks the addresses of a name.
   */
  allows(url: URL): boolean
  /**
   * Returns the `lookup` option for a connection to `url`. The connection uses exactly the addresses that were checked.
   * A second resolution could return other addresses (DNS rebinding).
   */
  lookup(url: URL): LookupFunction
}

export interface AddressGuardOptions {
  clock: Clock
  /** `host:port` pairs that no check applies to, for development: `127.0.0.1:8443`, `[::1]:8443`. */
  allowPrivate: readonly string[]
  resolve?: ResolveName
}

/**
 * How long a registration waits until a name is resolved. If the resolution takes longer, the first connection checks
 * the name.
 */
const CHECK_URL_MS_MAX = 1_000
const RESOLVE_TRY_MS = 900
const RESOLVE_TRIES = 2

export function makeAddressGuard({ clock, allowPrivate, resolve }: AddressGuardOptions): AddressGuard {
  const allowed = new Set(allowPrivate.map((pair) => pair.toLowerCase()))
  const isAllowed = (url: URL) => allowed.has(`${url.hostname}:${url.port || '443'}`)
  const resolvePublic = resolve ?? makeResolver()
  const resolveAllowed = resolve ?? ((hostname) => lookupBySystem(hostname, { all: true }))

  const allows = (url: URL): boolean => {
    if (isAllowed(url)) return true
    const literal = literalOf(url.hostname)
    return literal === undefined ? !isLocalName(url.hostname) : isPublicAddress(literal)
  }
  return {
    allows,
    async checkUrl(text) {
      const url = parseWebhookUrl(text)
      if (!url) return 'malformed'
      if (!allows(url)) return 'blocked'
      if (isAllowed(url) || literalOf(url.hostname) !== undefined) return 'public'
      const stop = new AbortController()
      const addresses = await Promise.race([
        resolvePublic(url.hostname).catch(() => []),
        clock.sleep(CHECK_URL_MS_MAX, stop.signal).then(() => []),
      ])
      stop.abort(DONE)
      return areAllPublic(addresses) ? 'public' : 'blocked'
    },
    lookup(url) {
      const skipsChecks = isAllowed(url)
      return (hostname, { all }, answer) => {
        const reply = async (): Promise<void> => {
          const found = await resolveName(skipsChecks ? resolveAllowed : resolvePublic, hostname)
          if (found instanceof NameError) answer(found, [])
          else if (!skipsChecks && !areAllPublic(found))
            answer(new BlockedAddressError('the host name resolves to an address that is not public'), [])
          else if (all) answer(null, found)
          else answer(null, found[0].address, found[0].family)
        }
        void reply()
      }
    },
  }
}

/** A name is refused if one of its addresses is private, because the connection may use each of these addresses. */
const areAllPublic = (addresses: LookupAddress[]): boolean =>
  addresses.every(({ address }) => isPublicAddress(address))

type Found = [LookupAddress, ...LookupAddress[]]

async function resolveName(resolve: ResolveName, hostname: string): Promise<Found | NameError> {
  try {
    const [first, ...others] = await resolve(hostname)
    return first ? [first, ...others] : new NameError('ENODATA')
  } catch (error) {
    return new NameError(codeOf(error), { cause: error })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'ENOTFOUND'

/**
 * Creates a resolver that queries the DNS servers directly. The alternative, getaddrinfo, blocks a thread of the libuv
 * pool for each slow name. With getaddrinfo, one receiver whose DNS servers do not answer would delay all other
 * receivers.
 */
function makeResolver(): ResolveName {
  const resolver = new Resolver({ timeout: RESOLVE_TRY_MS, tries: RESOLVE_TRIES })
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }
}
