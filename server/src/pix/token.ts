import { z } from 'zod'
import { plusMs, type Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { describeTlsFault, type TlsProblem } from './credentials/tls-fault.ts'
import type { PixCredentials } from './credentials/watch-credentials.ts'
import { httpCall, withDeadline, type Deadline, type PixFetch } from './http-call.ts'
import { parseJson } from './json.ts'
import { SCOPES, type Profile } from './profiles/profile.ts'
import { STANDARD } from './profiles/profiles.ts'
import { makeTokenPause } from './profiles/token-pause.ts'
import { tokenRequest } from './profiles/token-request.ts'

/** The assumed lifetime of a token without `expires_in`, in seconds. */
const LIFETIME_DEFAULT_SECONDS = 60
const LIFETIME_SECONDS_MAX = 86_400
/**
 * A token is renewed this many milliseconds before it expires, but not before three quarters of its lifetime have
 * passed.
 */
const RENEW_BEFORE_MS = 60_000
/** The pause in milliseconds after a failed renewal, while the old token is still valid. */
const RENEW_PAUSE_MS = 1_000

export interface TokenSettings {
  /** By default, the Central Bank's API Pix without deviations. */
  profile?: Profile
  tokenUrl: string
  clientId: string
  clientSecret: string
  /**
   * Returns the credentials for the next token request; absent if the credentials cannot change while the process runs.
   * When this function returns another object than before, the token is renewed. If this function is set, `clientId`
   * and `clientSecret` are not used.
   */
  credentials?: () => PixCredentials
  clock: Clock
  fetch: PixFetch
  log: Log
  timeoutMs: number
}

/** A cache of the adapter's access token, shared by all callers, which renews the token before it expires. */
export interface TokenSource {
  /**
   * Returns a valid token, or undefined when the token request failed or missed the deadline. During the pause after a
   * refused request, returns the cached token if it is still valid, otherwise undefined.
   */
  get(deadline: Deadline): Promise<string | undefined>
  /** Discards a token that API Pix refused. Does nothing when the cache already contains a newer token. */
  drop(token: string): void
  /** Returns whether the PSP granted the cached token without `scope`. */
  lacks(scope: string): boolean
  /**
   * Returns why the last token request got no token, if certificates prevented the request (a `TlsProblem`) or the PSP
   * refused the request (`refused`). Returns undefined in every other case.
   */
  fault(): TlsProblem | 'refused' | undefined
}

interface GrantedToken {
  token: string
  /** The scopes that the token request contained but the PSP did not grant. */
  missing: readonly string[]
  grantedAt: Date
  renewAt: Date
  endsAt: Date
}

interface CachedToken extends GrantedToken {
  /** The credentials of the token request. */
  credentials: PixCredentials | undefined
}

interface Renewal {
  credentials: PixCredentials | undefined
  result: Promise<CachedToken | undefined>
}

/**
 * Creates a token source: OAuth2 client credentials (RFC 6749, 4.4) in the form of the PSP's profile. The source makes
 * at most one token request at a time. After a refused request, the source pauses, because some PSPs block an address
 * that repeats refused requests.
 */
export function makeTokenSource(settings: TokenSettings): TokenSource {
  const { clock, profile = STANDARD } = settings
  const pause = makeTokenPause(profile.rateLimits)
  let cached: CachedToken | undefined
  let pending: Renewal | undefined
  let fault: TlsProblem | 'refused' | undefined
  const credentialsNow = settings.credentials ?? (() => undefined)
  let used = credentialsNow()

  async function renew(): Promise<CachedToken | undefined> {
    const credentials = credentialsNow()
    const fresh = await requestToken({ ...settings, ...credentials?.client }, profile)
    fault = undefined
    if (typeof fresh === 'object' && 'token' in fresh) {
      pause.end()
      return (cached = { ...fresh, credentials })
    }
    if (typeof fresh === 'object') fault = fresh.tlsFault
    if (fresh === 'refused') {
      fault = fresh
      pause.extend(clock.now())
    }
    if (cached) cached = { ...cached, credentials, renewAt: plusMs(clock.now(), RENEW_PAUSE_MS) }
    return undefined
  }

  /**
   * Joins the pending token request. If that request uses replaced credentials, requests another token after it.
   * Resolves with undefined if no token was granted.
   */
  function renewOnce(): Promise<CachedToken | undefined> {
    const credentials = credentialsNow()
    if (pending && pending.credentials === credentials) return pending.result
    const result = (pending ? pending.result.then(renew) : renew()).finally(() => {
      if (pending?.result === result) pending = undefined
    })
    pending = { credentials, result }
    return result
  }

  return {
    async get(deadline) {
      const now = clock.now()
      const credentials = credentialsNow()
      // A pause after refused requests or refused tokens does not apply to other credentials.
      if (credentials !== used) pause.reset()
      used = credentials
      if (!cached || cached.endsAt <= now) {
        if (!pending && pause.isOn(now)) return undefined
        return (await deadline.within(renewOnce()))?.token
      }
      const isDue = cached.renewAt <= now || cached.credentials !== credentials
      if (isDue && !pause.isOn(now)) void renewOnce()
      return cached.token
    },
    drop(token) {
      if (cached?.token !== token) return
      // After a replacement, PSPs refuse the tokens of the earlier credentials. A refusal of such a token is no reason
      // for a pause.
      if (cached.credentials === credentialsNow()) pause.countDrop(cached.grantedAt, clock.now())
      cached = undefined
    },
    lacks: (scope) => cached?.missing.includes(scope) ?? false,
    fault: () => fault,
  }
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(16_384),
  expires_in: z.coerce.number().positive().catch(LIFETIME_DEFAULT_SECONDS),
  scope: z.string().optional().catch(undefined),
})

/** The statuses after which the PSP will refuse the same request again. */
const REFUSED = new Set([400, 401, 403, 429])

/**
 * Requests a token and returns it. Returns `refused` when the PSP refused the request, and `failed` or the fault of TLS
 * for any other failure.
 */
function requestToken(
  settings: TokenSettings,
  profile: Profile,
): Promise<GrantedToken | { tlsFault: TlsProblem } | 'refused' | 'failed'> {
  const { clock, fetch, log } = settings
  return withDeadline(clock, settings.timeoutMs, async (deadline) => {
    const requestedAt = clock.now()
    const outcome = await httpCall(fetch, tokenRequest(profile, settings), deadline)
    const status = outcome.kind === 'answered' ? outcome.status : undefined
    const answer = outcome.kind === 'answered' ? TokenAnswer.safeParse(parseJson(outcome.text)) : undefined
    if ((status !== 200 && status !== 201) || !answer?.success) {
      const tlsFault = describeTlsFault(outcome, settings.credentials?.(), clock.now())
      log.warn(
        { outcome: outcome.kind, status, reason: tlsFault?.text },
        'pix: the request for an access token failed',
      )
      if (tlsFault !== undefined) return { tlsFault }
      return status !== undefined && REFUSED.has(status) ? 'refused' : 'failed'
    }
    const missing = missingScopes(profile, answer.data.scope)
    if (missing.length > 0) log.error({ missing }, 'pix: the PSP granted a token without some scopes')
    return toGrantedToken(answer.data, requestedAt, missing)
  })
}

/** Returns the needed scopes that a token lacks. RFC 6749, 5.1: without `scope`, all requested scopes are granted. */
function missingScopes(profile: Profile, granted: string | undefined): string[] {
  if (!profile.token.grantsFewerScopes || granted === undefined) return []
  const scopes = new Set(granted.split(/\s+/))
  return SCOPES.filter((scope) => !scopes.has(scope))
}

function toGrantedToken(
  answer: z.infer<typeof TokenAnswer>,
  requestedAt: Date,
  missing: readonly string[],
): GrantedToken {
  const lifetimeMs = Math.min(answer.expires_in, LIFETIME_SECONDS_MAX) * 1000
  return {
    token: answer.access_token,
    missing,
    grantedAt: requestedAt,
    renewAt: plusMs(requestedAt, lifetimeMs - Math.min(RENEW_BEFORE_MS, lifetimeMs / 4)),
    endsAt: plusMs(requestedAt, lifetimeMs),
  }
}
