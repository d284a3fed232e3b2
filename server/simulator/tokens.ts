import type { Clock } from '../src/kernel/clock.ts'
import { isRecord, jsonAnswer, parseJson, type Answer, type RoutedCall } from './calls.ts'
import type { Dialect } from './dialects/dialect.ts'
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
  clientId: string
  scopes: readonly string[]
  expiresMs: number
}

const TOKENS_MAX = 10_000
const MINUTE_MS = 60_000

/** Issues and checks opaque tokens by OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export class Tokens {
  readonly #grants = new Map<string, Grant>()
  readonly #clients: readonly Client[]
  readonly #clock: Clock
  readonly #random: Random
  readonly #seconds: number
  /** The times of the token requests of the last minute, by the client id of the request. */
  readonly #requestsMs = new Map<string, number[]>()

  constructor(clients: readonly Client[], clock: Clock, random: Random, seconds: number) {
    this.#clients = clients
    this.#clock = clock
    this.#random = random
    this.#seconds = seconds
  }

  /**
   * Answers a token request in the form that the dialect requires. For an invalid request, returns an OAuth 2.0 error.
   * @throws Refusal ChamadasDemais for too many requests.
   * @throws Refusal NaoAutorizado for wrong credentials, if the errors of the dialect have the form `erros`.
   */
  issue(call: RoutedCall): Answer {
    const { token } = call.dialect
    const body = bodyOf(call, token.encoding)
    const credentials = credentialsOf(call.authorization, body, token.credentials)
    this.#countRequest(credentials.id, token.requestsPerMinuteMax)
    const grantType = token.grantType === 'query' ? call.query.get('grant_type') : body.get('grant_type')
    if (grantType !== 'client_credentials') return oauthError(400, 'unsupported_grant_type')
    const client = this.#clientOf(credentials)
    if (client === undefined) {
      if (call.dialect.errors === 'erros') throw new Refusal('NaoAutorizado')
      return oauthError(401, 'invalid_client')
    }
    const allowed: readonly string[] = client.scopes ?? SCOPES
    const requested = body.get('scope')?.split(' ').filter(Boolean) ?? []
    const granted = requested.filter((scope) => allowed.includes(scope))
    const isRefused =
      (granted.length < requested.length && token.grantsFewer !== true) ||
      (requested.length === 0 && token.scope === 'required')
    if (isRefused) return oauthError(400, 'invalid_scope')
    const scopes = requested.length === 0 ? allowed : granted
    return jsonAnswer(200, {
      access_token: this.#grant(client.id, scopes),
      token_type: 'Bearer',
      expires_in: this.#seconds,
      scope: scopes.join(' '),
    })
  }

  /**
   * Checks a token and returns the id of its client. @throws Refusal NaoAutorizado when the token is invalid or
   * expired, AcessoNegado when the token lacks the scope.
   */
  check(authorization: string | undefined, scope: Scope): string {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
    const grant = token === undefined ? undefined : this.#grants.get(token)
    if (grant === undefined || grant.expiresMs <= this.#clock.now().getTime())
      throw new Refusal('NaoAutorizado')
    if (!grant.scopes.includes(scope)) throw new Refusal('AcessoNegado')
    return grant.clientId
  }

  /** Revokes every token, as a PSP does after an incident. */
  revokeAll(): void {
    this.#grants.clear()
  }

  #clientOf({ id, secret }: GivenCredentials): Client | undefined {
    return this.#clients.find(
      (client) => client.id === id && (secret === 'not_needed' || client.secret === secret.value),
    )
  }

  /**
   * Counts a token request. Refuses the request if the client has already made `max` requests in the last minute,
   * including refused requests.
   * @throws Refusal ChamadasDemais
   */
  #countRequest(clientId: string | undefined, max: number | undefined): void {
    if (max === undefined || clientId === undefined) return
    const nowMs = this.#clock.now().getTime()
    const recent = (this.#requestsMs.get(clientId) ?? []).filter((ms) => ms > nowMs - MINUTE_MS)
    this.#requestsMs.set(clientId, [...recent, nowMs].slice(-max - 1))
    if (recent.length >= max) throw new Refusal('ChamadasDemais')
  }

  #grant(clientId: string, scopes: readonly string[]): string {
    const nowMs = this.#clock.now().getTime()
    if (this.#grants.size >= TOKENS_MAX) this.#evictOldest()
    const token = randomText(this.#random, 40)
    this.#grants.set(token, { clientId, scopes, expiresMs: nowMs + this.#seconds * 1000 })
    return token
  }

  #evictOldest(): void {
    const oldest = this.#grants.keys().next()
    if (oldest.done !== true) this.#grants.delete(oldest.value)
  }
}

/** The credentials of a token request, which may be wrong. */
interface GivenCredentials {
  id: string | undefined
  secret: { value: string | undefined } | 'not_needed'
}

/** Reads the credentials at the place that the dialect requires. */
function credentialsOf(
  authorization: string | undefined,
  body: URLSearchParams,
  place: Dialect['token']['credentials'],
): GivenCredentials {
  const inBody = [body.get('client_id') ?? undefined, body.get('client_secret') ?? undefined]
  if (place === 'id_in_body') return { id: inBody[0], secret: 'not_needed' }
  const basic = basicCredentials(authorization)
  const [id, secret] = place === 'body' ? inBody : (basic ?? (place === 'any' ? inBody : []))
  return { id, secret: { value: secret } }
}

/** Reads the members of a token request. A body in another encoding has no members. */
function bodyOf(call: RoutedCall, encoding: 'form' | 'json'): URLSearchParams {
  if (encoding === 'form') return new URLSearchParams(call.body)
  const value = call.contentType?.startsWith('application/json') === true ? parseJson(call.body) : undefined
  const texts = Object.entries(isRecord(value) ? value : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new URLSearchParams(texts)
}

const oauthError = (status: number, error: string): Answer => ({
  ...jsonAnswer(status, { error }),
  ...(status === 401 ? { headers: { 'www-authenticate': 'Basic realm="simulator"' } } : {}),
})

/** Reads the Basic header. The client id and the secret are form-encoded (RFC 6749, section 2.3.1). */
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
