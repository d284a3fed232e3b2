import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import OpenIdProvider, { type Configuration } from 'oidc-provider'
import { systemIds } from '../../kernel/ids.ts'
import { MAPPED_ROLES, type SignInConfig } from '../../kernel/settings/sign-in-config.ts'
import type { Kit } from '../../kit.ts'

const CLIENT = { id: 'console', secret: systemIds.bytes(18).toString('hex') }
const SCOPES = 'openid email profile'
const KEY_ID = 'test'

/** An employee, as the identity provider knows them. */
export interface Employee {
  sub: string
  email: string
  name: string
  groups: string[]
  email_verified?: boolean
}

type Claims = Record<string, unknown>

/** Returns a copy of the kit with `issuer` as identity provider. Group `pix-<role>` maps to role `<role>`. */
export function withIdentityProvider(kit: Kit, issuer: string, local: SignInConfig['local'] = 'on'): Kit {
  const roles = new Map(MAPPED_ROLES.map((role) => [`pix-${role}`, role]))
  const provider = {
    issuer,
    clientId: CLIENT.id,
    name: 'Empresa',
    scopes: SCOPES,
    groupsClaim: 'groups',
    roles,
  }
  const config = { ...kit.config, signIn: { provider, local } }
  return { ...kit, config, secrets: { ...kit.secrets, oidcClientSecret: CLIENT.secret } }
}

/** A company's identity provider over real HTTP, made with `oidc-provider`. The provider shows no consent page. */
export class TestIdentityProvider implements AsyncDisposable {
  /** The employees of the company, by `sub`, the provider's id of a person. */
  readonly people = new Map<string, Employee>()
  /** `sub` of the employee who signs in at the password prompt. Null declines the prompt. */
  currentSub: string | null = null
  /** How many password prompts were shown. */
  passwordPrompts = 0
  /** Changes the claims of ID tokens before they are signed. */
  alterClaims: (claims: Claims) => Claims = (claims) => claims
  readonly #server: Server

  private constructor(
    readonly issuer: string,
    server: Server,
  ) {
    this.#server = server
  }

  /** Starts the provider. `redirectUri` is the URL of the console's callback. */
  static async start(redirectUri: string): Promise<TestIdentityProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
    const self = new TestIdentityProvider(`http://127.0.0.1:${address.port}`, server)
    self.#serve(redirectUri)
    return self
  }

  /** Adds an employee. From then on, this employee signs in at the password prompts. */
  addEmployee(employee: Partial<Employee> & { groups: string[] }): Employee {
    const sub = systemIds.bytes(6).toString('hex')
    const person = { sub, email: `${sub}@exemplo.com.br`, name: 'Pessoa da empresa', ...employee }
    this.people.set(person.sub, person)
    this.currentSub = person.sub
    return person
  }

  #serve(redirectUri: string): void {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'ES256', use: 'sig' }
    const provider = new OpenIdProvider(this.issuer, this.#configuration(redirectUri, jwk))
    provider.use(async (ctx, next) => {
      await next()
      if (ctx.path !== '/token' || !isAnswer(ctx.body)) return
      const claims: Claims = JSON.parse(
        Buffer.from(ctx.body.id_token.split('.')[1] ?? '', 'base64url').toString(),
      )
      const parts = [{ alg: 'ES256', kid: KEY_ID }, this.alterClaims(claims)].map(encode)
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
      const signature = sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url')
      ctx.body = { ...ctx.body, id_token: [...parts, signature].join('.') }
    })
    const answer = provider.callback()
    this.#server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      if (req.url?.startsWith('/prompt/')) void this.#prompt(provider, req, res)
      else void answer(req, res)
    })
  }

  #configuration(redirectUri: string, jwk: Claims): Configuration {
    return {
      jwks: { keys: [jwk] },
      cookies: { keys: [systemIds.bytes(16).toString('hex')] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [redirectUri],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/prompt/${uid}` },
      ttl: {
        Interaction: 600,
        Session: 600,
        Grant: 600,
        AuthorizationCode: 60,
        AccessToken: 60,
        IdToken: 600,
      },
      pkce: { required: () => true },
      findAccount: (_ctx, sub) => {
        const person = this.people.get(sub)
        return person && { accountId: sub, claims: () => ({ ...person }) }
      },
      async loadExistingGrant({ oidc }) {
        const { Grant } = oidc.provider
        const grant = new Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId })
        grant.addOIDCScope(SCOPES)
        await grant.save()
        return grant
      },
    }
  }

  /** Signs in `currentSub` at the password prompt without showing a page. */
  async #prompt(provider: OpenIdProvider, req: IncomingMessage, res: ServerResponse): Promise<void> {
    this.passwordPrompts += 1
    const result =
      this.currentSub === null
        ? { error: 'access_denied', error_description: 'no current user' }
        : { login: { accountId: this.currentSub } }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

const isAnswer = (body: unknown): body is { id_token: string } =>
  typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
