import { expect, test } from 'vitest'
import { systemIds } from '../ids.ts'
import { readConfig } from './config.ts'

const BASE = {
  DATABASE_URL: 'postgresql://a:b@127.0.0.1/pix',
  PIX_BASE_URL: 'https://psp.exemplo.com.br/api/v2',
  PIX_TOKEN_URL: 'https://psp.exemplo.com.br/oauth/token',
  PIX_CLIENT_ID: 'pix',
  PIX_CLIENT_SECRET: 'a-secret-of-the-network',
  PIX_KEY: 'chave',
  PIX_CALLBACK_SECRET: systemIds.bytes(24).toString('hex'),
  ENCRYPTION_KEYS: `k1:${systemIds.bytes(32).toString('base64')}`,
  CURSOR_SECRET: systemIds.bytes(24).toString('hex'),
}
const OIDC = {
  OIDC_ISSUER: 'https://login.exemplo.com.br/realms/pix',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'hush-hush',
  OIDC_ROLE_MAP: 'pix-admin=admin, /n1=support,cn=finance',
}

const read = (more: Record<string, string> = {}) => readConfig({ ...BASE, ...more })

test('without OIDC variables, there is no identity provider, and everybody signs in with a password', () => {
  expect(read().config.signIn).toEqual({ provider: undefined, local: 'on' })
  expect(read({ OIDC_ISSUER: '', OIDC_NAME: '' }).config.signIn.provider).toBeUndefined()
})

test('the configuration contains the identity provider, and the secrets contain its client secret', () => {
  const { config, secrets } = read({ ...OIDC, LOCAL_SIGN_IN: 'break-glass' })
  expect(config.signIn).toEqual({
    local: 'break-glass',
    provider: {
      issuer: 'https://login.exemplo.com.br/realms/pix',
      clientId: 'console',
      name: 'login.exemplo.com.br',
      scopes: 'openid email profile',
      groupsClaim: 'groups',
      roles: new Map([
        ['pix-admin', 'admin'],
        ['/n1', 'support'],
        ['cn', 'finance'],
      ]),
    },
  })
  expect(secrets.oidcClientSecret).toBe('hush-hush')
})

test('one OIDC variable requires the others, and one error names every missing or invalid variable', () => {
  const missing = /OIDC_ISSUER is missing\n.*OIDC_CLIENT_SECRET is missing\n.*OIDC_ROLE_MAP is missing/
  expect(() => read({ OIDC_CLIENT_ID: 'console' })).toThrow(missing)
  expect(() => read({ OIDC_CLIENT_ID: 'console', PORT: 'x' })).toThrow(/PORT: /)
  expect(() => read({ LOCAL_SIGN_IN: 'break-glass' })).toThrow(/OIDC_ISSUER is missing/)
})

test.each([
  ['OIDC_ISSUER', 'http://login.exemplo.com.br'],
  ['OIDC_ISSUER', 'http://127.0.0.1:8080'],
  ['OIDC_ISSUER', 'https://login.exemplo.com.br?x=1'],
  ['OIDC_ISSUER', 'somewhere'],
  ['OIDC_ROLE_MAP', 'admin'],
  ['OIDC_ROLE_MAP', 'pix=king'],
  ['OIDC_ROLE_MAP', '=admin'],
  ['OIDC_ROLE_MAP', 'pix=admin,pix=support'],
  ['OIDC_SCOPES', 'email'],
  ['LOCAL_SIGN_IN', 'off'],
])('%s=%s is refused, and the error does not show the client secret', (name, value) => {
  const refused = () => read({ ...OIDC, [name]: value })
  expect(refused).toThrow(new RegExp(`${name}: `))
  expect(refused).not.toThrow(/hush-hush/)
})

test('an issuer with plain http is accepted only on loopback in development', () => {
  const local = { ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:8080', DEV_MODE: '1' }
  expect(read(local).config.signIn.provider?.issuer).toBe('http://127.0.0.1:8080')
  expect(() => read({ ...local, OIDC_ISSUER: 'http://login.exemplo.com.br' })).toThrow(/OIDC_ISSUER: /)
})
