import type { Clock } from '../src/kernel/clock.ts'
import { jsonAnswer, type Answer, type Call } from './calls.ts'
import { randomText, type Random } from './identifiers.ts'
import { Refusal } from './problems.ts'

export const SCOPES = [
  'cob.read',
  'cob.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
] as const
export type Scope = (typeof SCOPES)[number]

/** A client that may request tokens. Without `scopes`, the client may request every scope. */
export interface Client {
  id: string
  secret: string
  scopes?: readonly Scope[]
}

interface Grant {
  scopes: readonly string[]
  expiresMs: number
}

const TOKENS_MAX = 10_000

/** Issues and checks opaque tokens by OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export class Tokens {
  readonly #grants = new Map<string, Grant>()
  readonly #clients: readonly Client[]
  readonly #clock: Clock
  readonly #random: Random
  readonly #seconds: number

  constructor(clients: readonly Client[], clock: Clock, random: Random, seconds: number) {
    this.#clients = clients
    this.#clock = clock
    this.#random = random
    this.#seconds = seconds
  }

  /** Answers a token request. Credentials are in the Basic header or in the form. */
  issue(call: Call): Answer {
    const form = new URLSearchParams(call.body)
    if (form.get('grant_type') !== 'client_credentials') return oauthError(400, 'unsupported_grant_type')
    const client = this.#clientOf(call.authorization, form)
    if (client === undefined) return oauthError(401, 'invalid_client')
    const allowed: readonly string[] = client.scopes ?? SCOPES
    const requested = form.get('scope')?.split(' ').filter(Boolean) ?? []
    if (requested.some((scope) => !allowed.includes(scope))) return oauthError(400, 'invalid_scope')
    const scopes = requested.length === 0 ? allowed : requested
    return jsonAnswer(200, {
      access_token: this.#grant(scopes),
      token_type: 'Bearer',
      expires_in: this.#seconds,
      scope: scopes.join(' '),
    })
  }

  /**
   * Checks a token. @throws Refusal NaoAutorizado when it is invalid or expired, AcessoNegado when it lacks the
   * scope.
   */
  check(authorization: string | undefined, scope: Scope): void {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
    const grant = token === undefined ? undefined : this.#grants.get(token)
    if (grant === undefined || grant.expiresMs <= this.#clock.now().getTime())
      throw new Refusal('NaoAutorizado')
    if (!grant.scopes.includes(scope)) throw new Refusal('AcessoNegado')
  }

  /** Revokes every token, as a PSP does after an incident. */
  revokeAll(): void {
    this.#grants.clear()
  }

  #clientOf(authorization: string | undefined, form: URLSearchParams): Client | undefined {
    const [id, secret] = basicCredentials(authorization) ?? [form.get('client_id'), form.get('client_secret')]
    return this.#clients.find((client) => client.id === id && client.secret === secret)
  }

  #grant(scopes: readonly string[]): string {
    const nowMs = this.#clock.now().getTime()
    if (this.#grants.size >= TOKENS_MAX) this.#evictOldest()
    const token = randomText(this.#random, 40)
    this.#grants.set(token, { scopes, expiresMs: nowMs + this.#seconds * 1000 })
    return token
  }

  #evictOldest(): void {
    const oldest = this.#grants.keys().next()
    if (oldest.done !== true) this.#grants.delete(oldest.value)
  }
}

const oauthError = (status: number, error: string): Answer => ({
  ...jsonAnswer(status, { error }),
  ...(status === 401 ? { headers: { 'www-authenticate': 'Basic realm="simulator"' } } : {}),
})

/** Reads the Basic header. Both parts are form-encoded (RFC 6749, section 2.3.1). */
function basicCredentials(authorization: string | undefined): [string, string] | undefined {
  const encoded = /^Basic (.+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  return [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))]
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
