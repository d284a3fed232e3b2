import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import OpenIdProvider, { type Configuration } from 'oidc-provider'

const CLIENT_ID = 'console'
const SCOPES = 'openid email profile'

/** An employee of the company, with the login and password for the identity provider. */
export interface Employee {
  login: string
  password: string
  email: string
  name: string
  groups: string[]
}

/** A local OpenID Connect provider with a password page. Journeys use it as the company's identity provider. */
export interface TestIdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  addEmployee(employee: Omit<Employee, 'password'>): Employee
  stop(): Promise<void>
}

/**
 * Starts an identity provider. After a sign-in, the provider redirects the browser to `redirectUri`, the console's
 * callback URL.
 */
export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const people = new Map<string, Employee>()
  const clientSecret = randomBytes(18).toString('hex')
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const issuer = `http://127.0.0.1:${portOf(server.address())}`
  const provider = new OpenIdProvider(issuer, configurationOf(people, { clientSecret, redirectUri }))
  const answer = provider.callback()
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.startsWith('/password/')) void answerPasswordPage(provider, people, { req, res })
    else void answer(req, res)
  })
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    addEmployee(employee) {
      const added = { ...employee, password: randomBytes(9).toString('hex') }
      people.set(added.login, added)
      return added
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('BUG: the server listens on no port')
  return address.port
}

function configurationOf(
  people: ReadonlyMap<string, Employee>,
  { clientSecret, redirectUri }: { clientSecret: string; redirectUri: string },
): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/password/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AuthorizationCode: 60, AccessToken: 60, IdToken: 600 },
    pkce: { required: () => true },
    findAccount(_ctx, login) {
      const person = people.get(login)
      if (!person) return undefined
      const { email, name, groups } = person
      const claims = { sub: login, email, email_verified: true, name, groups }
      return { accountId: login, claims: () => claims }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: CLIENT_ID, accountId: oidc.session?.accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}

const PAGE = `<!doctype html><html lang="pt-BR"><title>Empresa</title><h1>Conta da empresa</h1>
  <form method="post"><label>Usuário <input name="login"></label>
  <label>Senha da empresa <input name="password" type="password"></label><button>Continuar</button></form>`

async function answerPasswordPage(
  provider: OpenIdProvider,
  people: ReadonlyMap<string, Employee>,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): Promise<void> {
  const given = new URLSearchParams(req.method === 'POST' ? await text(req) : '')
  const person = people.get(given.get('login') ?? '')
  if (person === undefined || person.password !== given.get('password')) {
    res.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE)
    return
  }
  const result = { login: { accountId: person.login } }
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
}
