import { z } from 'zod'
import { plusMs, type Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { httpCall, withDeadline, type Deadline, type PixFetch } from './http-call.ts'
import { parseJson } from './json.ts'

/** The OAuth2 scopes that the adapter needs. */
const SCOPES = 'cob.read cob.write pix.read pix.write webhook.read webhook.write'
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
  tokenUrl: string
  clientId: string
  clientSecret: string
  clock: Clock
  fetch: PixFetch
  log: Log
  timeoutMs: number
}

/** A cache of the adapter's access token, shared by all callers, which renews the token before it expires. */
export interface TokenSource {
  /** Returns a valid token, or undefined when the token request failed or missed the deadline. */
  get(deadline: Deadline): Promise<string | undefined>
  /** Discards a token that API Pix refused. Does nothing when a newer token is already cached. */
  drop(token: string): void
}

interface CachedToken {
  token: string
  renewAt: Date
  endsAt: Date
}

/**
 * Creates a token source: OAuth2 client credentials (RFC 6749, 4.4) with HTTP Basic. It makes at most one token request
 * at a time.
 */
export function makeTokenSource(settings: TokenSettings): TokenSource {
  const { clock } = settings
  let cached: CachedToken | undefined
  let pending: Promise<CachedToken | undefined> | undefined

  async function renew(): Promise<CachedToken | undefined> {
    try {
      const fresh = await requestToken(settings)
      if (fresh) cached = fresh
      else if (cached) cached = { ...cached, renewAt: plusMs(clock.now(), RENEW_PAUSE_MS) }
      return fresh
    } finally {
      pending = undefined
    }
  }
  const renewOnce = (): Promise<CachedToken | undefined> => (pending ??= renew())

  return {
    async get(deadline) {
      const now = clock.now()
      if (!cached || cached.endsAt <= now) return (await deadline.within(renewOnce()))?.token
      if (cached.renewAt <= now) void renewOnce()
      return cached.token
    },
    drop(token) {
      if (cached?.token === token) cached = undefined
    },
  }
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(16_384),
  expires_in: z.coerce.number().positive().catch(LIFETIME_DEFAULT_SECONDS),
})

function requestToken(settings: TokenSettings): Promise<CachedToken | undefined> {
  const { clock, fetch, log, tokenUrl, clientId, clientSecret } = settings
  return withDeadline(clock, settings.timeoutMs, async (deadline) => {
    const requestedAt = clock.now()
    const outcome = await httpCall(
      fetch,
      {
        method: 'POST',
        url: tokenUrl,
        headers: {
          authorization: basic(clientId, clientSecret),
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
      },
      deadline,
    )
    const status = outcome.kind === 'answered' ? outcome.status : undefined
    const answer = outcome.kind === 'answered' ? TokenAnswer.safeParse(parseJson(outcome.text)) : undefined
    if ((status !== 200 && status !== 201) || !answer?.success) {
      log.warn({ outcome: outcome.kind, status }, 'pix: the request for an access token failed')
      return undefined
    }
    return toCachedToken(answer.data, requestedAt)
  })
}

/**
 * Returns the Authorization header for HTTP Basic. The client id and the secret are form-encoded before they are joined
 * (RFC 6749, 2.3.1).
 */
function basic(clientId: string, clientSecret: string): string {
  const pair = [clientId, clientSecret].map((part) => new URLSearchParams([['', part]]).toString().slice(1))
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`
}

function toCachedToken(answer: z.infer<typeof TokenAnswer>, requestedAt: Date): CachedToken {
  const lifetimeMs = Math.min(answer.expires_in, LIFETIME_SECONDS_MAX) * 1000
  return {
    token: answer.access_token,
    renewAt: plusMs(requestedAt, lifetimeMs - Math.min(RENEW_BEFORE_MS, lifetimeMs / 4)),
    endsAt: plusMs(requestedAt, lifetimeMs),
  }
}
