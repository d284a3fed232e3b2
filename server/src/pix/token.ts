import { z } from 'zod'
import { plusMs, type Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { httpCall, withDeadline, type Deadline, type PixFetch } from './http-call.ts'
import { parseJson } from './json.ts'

/** What the adapter asks of API Pix, and no more. */
const SCOPES = 'cob.read cob.write pix.read pix.write webhook.read webhook.write'
/** For a token that does not say how long it lives. */
const LIFETIME_UNSAID_SECONDS = 60
const LIFETIME_SECONDS_MAX = 86_400
/** A token is renewed this long before it ends, or at three quarters of a short life. */
const RENEW_BEFORE_MS = 60_000
/** After a renewal that failed while the old token still serves. */
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

/** The adapter's access token: one for all callers, renewed before it ends. */
export interface TokenSource {
  /** A token that is valid now; undefined when none could be had before the deadline. */
  get(deadline: Deadline): Promise<string | undefined>
  /** Forgets a token that the API refused; a newer one stays. */
  drop(token: string): void
}

interface Held {
  token: string
  renewAt: Date
  endsAt: Date
}

/**
 * OAuth2 client credentials (RFC 6749, 4.4), the client named by HTTP Basic. At most one request is under
 * way.
 */
export function makeTokenSource(settings: TokenSettings): TokenSource {
  const { clock } = settings
  let held: Held | undefined
  let asking: Promise<Held | undefined> | undefined

  async function ask(): Promise<Held | undefined> {
    try {
      const fresh = await askForToken(settings)
      if (fresh) held = fresh
      else if (held) held = { ...held, renewAt: plusMs(clock.now(), RENEW_PAUSE_MS) }
      return fresh
    } finally {
      asking = undefined
    }
  }
  const askOnce = (): Promise<Held | undefined> => (asking ??= ask())

  return {
    async get(deadline) {
      const now = clock.now()
      if (!held || held.endsAt <= now) return (await deadline.within(askOnce()))?.token
      if (held.renewAt <= now) void askOnce()
      return held.token
    },
    drop(token) {
      if (held?.token === token) held = undefined
    },
  }
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(16_384),
  expires_in: z.coerce.number().positive().catch(LIFETIME_UNSAID_SECONDS),
})

function askForToken(settings: TokenSettings): Promise<Held | undefined> {
  const { clock, fetch, log, tokenUrl, clientId, clientSecret } = settings
  return withDeadline(clock, settings.timeoutMs, async (deadline) => {
    const askedAt = clock.now()
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
      log.warn({ outcome: outcome.kind, status }, 'pix: no access token')
      return undefined
    }
    return toHeld(answer.data, askedAt)
  })
}

/** RFC 6749, 2.3.1: both are form-encoded before they are joined. */
function basic(clientId: string, clientSecret: string): string {
  const pair = [clientId, clientSecret].map((part) => new URLSearchParams([['', part]]).toString().slice(1))
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`
}

function toHeld(answer: z.infer<typeof TokenAnswer>, askedAt: Date): Held {
  const lifetimeMs = Math.min(answer.expires_in, LIFETIME_SECONDS_MAX) * 1000
  return {
    token: answer.access_token,
    renewAt: plusMs(askedAt, lifetimeMs - Math.min(RENEW_BEFORE_MS, lifetimeMs / 4)),
    endsAt: plusMs(askedAt, lifetimeMs),
  }
}
