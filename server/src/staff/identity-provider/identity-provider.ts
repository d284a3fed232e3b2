import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import { plusMs, type Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ProviderConfig } from '../../kernel/settings/sign-in-config.ts'
import { readIdentity, type Identity } from './identity.ts'

/** What ties an answer of the provider to one question, and to the browser that asked it. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** PKCE: shown to the provider only with the code. */
  verifier: string
}

/** The company's identity provider, as far as the console asks it. */
export interface IdentityProvider {
  /**
   * Where the person's browser is sent. `reauthenticate`: they prove who they are anew, even if the provider knows them still.
   * @throws Problem service_unavailable, reason `provider_away`.
   */
  authorizationUrl(secrets: SignInSecrets, options: { reauthenticate: boolean }): Promise<URL>
  /**
   * Who the provider says it is. `search` is what the browser came back with; with `maxAuthAgeSeconds` they have
   * proved it at the provider within that time.
   * @throws Problem service_unavailable, reason `provider_away`; forbidden, reason `provider_refused`: it let nobody
   *   in, or its answer is not for this question, not for us, not its own, or too old.
   */
  exchangeCode(search: string, secrets: SignInSecrets, maxAuthAgeSeconds: number | null): Promise<Identity>
}

export interface ProviderOptions {
  config: ProviderConfig
  clientSecret: string
  /** Where the provider sends browsers back to, as it is registered there. */
  redirectUri: string
  clock: Clock
  log: Log
}

const TIMEOUT_S = 8
/** What the provider tells of itself is read anew after so long. */
const KNOWN_MS = 3_600_000

/** Nothing is asked of the provider before the first person comes: its being away stops nobody from starting. */
export function makeIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { config, redirectUri, clock, log } = options
  const reach = makeReach(log)
  let known: { configuration: Configuration; until: Date } | null = null

  async function configured(): Promise<Configuration> {
    if (known && clock.now() < known.until) return known.configuration
    const configuration = await discover(options)
    known = { configuration, until: plusMs(clock.now(), KNOWN_MS) }
    return configuration
  }

  return {
    async authorizationUrl({ state, nonce, verifier }, { reauthenticate }) {
      const configuration = await reach(configured, 'provider_away')
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: config.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(reauthenticate ? { prompt: 'login', max_age: '0' } : {}),
      })
    },
    async exchangeCode(search, { state, nonce, verifier }, maxAuthAgeSeconds) {
      const configuration = await reach(configured, 'provider_away')
      const answered = Object.assign(new URL(redirectUri), { search })
      const tokens = await reach(() =>
        authorizationCodeGrant(configuration, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAuthAgeSeconds === null ? {} : { maxAge: maxAuthAgeSeconds }),
        }),
      )
      const claims = tokens.claims()
      if (!claims) throw refused()
      const isWhole = claims['email'] !== undefined && claims[config.groupsClaim] !== undefined
      const more =
        isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await reach(() => fetchUserInfo(configuration, tokens.access_token, claims.sub))
      return readIdentity({ ...more, ...claims }, config)
    },
  }
}

function discover({ config, clientSecret }: ProviderOptions): Promise<Configuration> {
  const issuer = new URL(config.issuer)
  const execute = [enableNonRepudiationChecks]
  if (issuer.protocol === 'http:') execute.push(allowInsecureRequests)
  return discovery(issuer, config.clientId, undefined, clientAuth(clientSecret), {
    execute,
    timeout: TIMEOUT_S,
  })
}

/** By header, which every provider takes unless it says otherwise (OpenID Connect Discovery 1.0). */
function clientAuth(secret: string): ClientAuth {
  const [byHeader, byBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported
    const way = taken === undefined || taken.includes('client_secret_basic') ? byHeader : byBody
    return way(server, ...rest)
  }
}

const refused = (): Problem => new Problem('forbidden', { reason: 'provider_refused' })
const away = (): Problem => new Problem('service_unavailable', { reason: 'provider_away' })

/**
 * Runs a call to the provider and turns its failure into a refusal. Anybody can cause one by a made-up answer, so the
 * log gets one short line without a stack and without what was sent.
 */
function makeReach(log: Log) {
  return async <T>(call: () => Promise<T>, always?: 'provider_away'): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      log.warn({ failure: failureOf(error) }, 'call to the identity provider failed')
      throw always === 'provider_away' || isAway(error) ? away() : refused()
    }
  }
}

/** What an operator needs of a failure. The library's messages are constant; `error` is the provider's own word. */
function failureOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  return {
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...(error instanceof ResponseBodyError ? { error: error.error } : {}),
    ...(error.cause instanceof Error ? { cause: failureOf(error.cause) } : {}),
  }
}

const AWAY_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** No connection, no answer in time, or the answer of a server that is not well. */
function isAway(error: unknown): boolean {
  if (error instanceof ClientError) return AWAY_CODES.has(error.code ?? '')
  return error instanceof TypeError && error.cause !== undefined
}
