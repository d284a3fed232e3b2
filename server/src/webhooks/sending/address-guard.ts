import type { LookupAddress } from 'node:dns'
import { lookup as lookupBySystem, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { DONE, type Clock } from '../../kernel/clock.ts'
import { isLocalName, isPublicAddress, literalOf, parseWebhookUrl } from './public-url.ts'
import type { UrlVerdict } from './sender.ts'

/** Every address of a name; throws when it has none. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

/** Thrown inside a connect that would have led to an address that is not public. Never tells which one. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

/** Thrown inside a connect to a name that has no address, or whose servers do not answer. */
export class NameError extends Error {
  override readonly name = 'NameError'
}

/** Decides which addresses the service connects to for a merchant, at registration and at every connect. */
export interface AddressGuard {
  checkUrl(url: string): Promise<UrlVerdict>
  /** Whether the host of `url` may be connected to as it is written; a name is looked at again by `lookup`. */
  allows(url: URL): boolean
  /** Resolves names for connects to `url`. What it answers is what is connected to: there is no second resolution. */
  lookup(url: URL): LookupFunction
}

export interface AddressGuardOptions {
  clock: Clock
  /** `host:port` pairs that are let through, for development: `127.0.0.1:8443`, `[::1]:8443`. */
  allowPrivate: readonly string[]
  resolve?: ResolveName
}

/** How long a registration waits for a name; one that takes longer is judged at the first connect. */
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
      const free = isAllowed(url)
      return (hostname, { all }, answer) => {
        const reply = async (): Promise<void> => {
          const found = await find(free ? resolveAllowed : resolvePublic, hostname)
          if (found instanceof NameError) answer(found, [])
          else if (!free && !areAllPublic(found))
            answer(new BlockedAddressError('the name is not public'), [])
          else if (all) answer(null, found)
          else answer(null, found[0].address, found[0].family)
        }
        void reply()
      }
    },
  }
}

/** A mixed answer is a bad answer. */
const areAllPublic = (addresses: LookupAddress[]): boolean =>
  addresses.every(({ address }) => isPublicAddress(address))

type Found = [LookupAddress, ...LookupAddress[]]

async function find(resolve: ResolveName, hostname: string): Promise<Found | NameError> {
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
 * Asks the name servers itself, without the threads that getaddrinfo would keep waiting: a receiver whose name
 * servers are dead must not hold up the others.
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
