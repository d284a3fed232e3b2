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

/** Secrets that bind a callback of the provider to one sign-in and to the browser in which the sign-in started. */
export interface SignInSecrets {
  state: string
  nonce: string
  /**
   * The PKCE code verifier. The server sends the verifier to the provider only together with the authorization code.
   */
  verifier: string
}

/** The company's OpenID Connect provider. */
export interface IdentityProvider {
  /**
   * Returns the address to which the browser is redirected. With `reauthenticate`, the provider asks the person to
   * authenticate again even if they have a session at the provider.
   * @throws Problem service_unavailable, reason `provider_away`.
   */
  authorizationUrl(secrets: SignInSecrets, options: { reauthenticate: boolean }): Promise<URL>
  /**
   * Exchanges the authorization code for the identity of the person. `search` is the query string of the callback. With
   * `maxAuthAgeSeconds`, the person must have authenticated at the provider at most that many seconds ago.
   * @throws Problem service_unavailable, reason `provider_away`.
   * @throws Problem forbidden, reason `provider_refused`: the provider refused the person, or its ID token has the
   * wrong nonce, audience, issuer or signature, or is too old.
   */
  exchangeCode(search: string, secrets: SignInSecrets, maxAuthAgeSeconds: number | null): Promise<Identity>
}

export interface ProviderOptions {
  config: ProviderConfig
  clientSecret: string
  /** The callback address that is registered at the provider. */
  redirectUri: string
  clock: Clock
  log: Log
}

const TIMEOUT_S = 8
/** The time in milliseconds for which the provider's discovery document is cached. */
const DISCOVERY_CACHE_MS = 3_600_000

/**
 * Creates a client of the provider. The client reads the discovery document only at the first sign-in, so the service
 * can start while the provider is unavailable.
 */
export function makeIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { config, redirectUri, clock, log } = options
  const callProvider = makeProviderCall(log)
  let cached: { configuration: Configuration; until: Date } | null = null

  async function getConfiguration(): Promise<Configuration> {
    if (cached && clock.now() < cached.until) return cached.configuration
    const configuration = await discover(options)
    cached = { configuration, until: plusMs(clock.now(), DISCOVERY_CACHE_MS) }
    return configuration
  }

  return {
    async authorizationUrl({ state, nonce, verifier }, { reauthenticate }) {
      const configuration = await callProvider(getConfiguration, 'provider_away')
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
      const configuration = await callProvider(getConfiguration, 'provider_away')
      const callbackUrl = Object.assign(new URL(redirectUri), { search })
      const tokens = await callProvider(() =>
        authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAuthAgeSeconds === null ? {} : { maxAge: maxAuthAgeSeconds }),
        }),
      )
      const claims = tokens.claims()
      if (!claims) throw refused()
      const isComplete = claims['email'] !== undefined && claims[config.groupsClaim] !== undefined
      const userInfo =
        isComplete || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await callProvider(() => fetchUserInfo(configuration, tokens.access_token, claims.sub))
      return readIdentity({ ...userInfo, ...claims }, config)
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

/**
 * Sends the client secret by HTTP Basic, the default of OpenID Connect Discovery 1.0. If the provider does not support
 * HTTP Basic, sends the secret in the request body.
 */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported
    const authenticate = supported === undefined || supported.includes('client_secret_basic') ? basic : post
    return authenticate(server, ...rest)
  }
}

const refused = (): Problem => new Problem('forbidden', { reason: 'provider_refused' })
const unavailable = (): Problem => new Problem('service_unavailable', { reason: 'provider_away' })

/**
 * Returns a function that runs a call to the provider and converts its errors into a Problem. Anybody can cause such
 * errors with a forged callback, so the function logs each error in one short line without stack and request.
 */
function makeProviderCall(log: Log) {
  return async <T>(call: () => Promise<T>, failAs?: 'provider_away'): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      log.warn({ failure: failureOf(error) }, 'call to the identity provider failed')
      throw failAs === 'provider_away' || isUnavailable(error) ? unavailable() : refused()
    }
  }
}

/**
 * Describes a failure for the log, without secrets: the messages of the library are constant, and `error` is the
 * provider's error code.
 */
function failureOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'not an error' }
  return {
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...(error instanceof ResponseBodyError ? { error: error.error } : {}),
    ...(error.cause instanceof Error ? { cause: failureOf(error.cause) } : {}),
  }
}

const UNAVAILABLE_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

/** Returns whether the provider could not be reached, did not answer in time, or violated the protocol. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ClientError) return UNAVAILABLE_CODES.has(error.code ?? '')
  return error instanceof TypeError && error.cause !== undefined
}
