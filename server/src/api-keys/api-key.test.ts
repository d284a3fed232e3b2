import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCOPES } from '../kernel/scopes.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { countStatements } from '../testing/suites/count-statements.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { getApiKey, listApiKeys } from './api-key.queries.ts'
import { createApiKey } from './create-api-key.ts'
import { KEY_RANDOM_BYTES, writeKey } from './key-text.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { makeKeyVerifier } from './verify-api-key.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const aKey = (changes: { expiresAt?: Date } = {}) =>
  createApiKey(world.context(), world.merchantId, {
    name: 'Loja virtual',
    scopes: ['balance:read', 'charges:read'],
    ...changes,
  })

const aVerifier = () => makeKeyVerifier({ ttlMs: 1_000, sizeMax: 100 })
const refused = { code: 'unauthorized' }

test('an API key authenticates its merchant with the scopes of the key', async () => {
  const { apiKey, key } = await aKey()
  expect(await aVerifier().authenticate(world.context(), `Bearer ${key}`)).toEqual({
    merchantId: world.merchantId,
    apiKeyId: apiKey.id,
    scopes: ['charges:read', 'balance:read'],
    rates: { read: 100_000, write: 100_000, search: 100_000 },
  })
})

test('GET /v1/api-keys/current identifies the key of the call by its prefix', async () => {
  const expiresAt = plusMs(world.clock.now(), 86_400_000)
  const { apiKey, key } = await aKey({ expiresAt })
  const { status, body } = await new RestClient(world.baseUrl, key).get<object>('/v1/api-keys/current')
  expect(status).toBe(200)
  expect(body).toEqual({
    id: apiKey.id,
    name: 'Loja virtual',
    prefix: key.slice(0, 21),
    gateway_id: world.merchantId,
    environment: 'production',
    scopes: ['charges:read', 'balance:read'],
    expires_at: expiresAt.toISOString(),
    created_at: apiKey.createdAt.toISOString(),
  })
})

test('the database does not contain the secret of an API key', async () => {
  const { apiKey, key } = await aKey()
  const kept = await sql<{ row: string }>(
    world.context(),
    'select a::text as row from api_key a where id = $1 union all select e::text from audit_entry e where target_id = $2',
    [apiKey.id, apiKey.id],
  )
  expect(kept).toHaveLength(2)
  const secret = key.slice(22)
  expect(kept.filter(({ row }) => row.includes(secret))).toEqual([])
})

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['no scheme', () => aKey().then(({ key }) => key)],
  ['another scheme', () => aKey().then(({ key }) => `Basic ${key}`)],
  ['no key', 'Bearer '],
  ['two keys', () => aKey().then(({ key }) => `Bearer ${key} ${key}`)],
  [
    'a mistyped key',
    () => aKey().then(({ key }) => `Bearer ${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`),
  ],
  ['an unknown key', `Bearer ${writeKey(Buffer.alloc(KEY_RANDOM_BYTES, 9)).key}`],
])('a request with %s is refused', async (_what, header) => {
  const authorization = typeof header === 'function' ? await header() : header
  await expect(aVerifier().authenticate(world.context(), authorization)).rejects.toMatchObject(refused)
})

test('the process that revoked a key refuses the key immediately', async () => {
  const { apiKey, key } = await aKey()
  const verifier = aVerifier()
  await verifier.authenticate(world.context(), `Bearer ${key}`)
  const revoked = await revokeApiKey(world.context(), world.merchantId, apiKey.id)
  expect(revoked.revokedAt).not.toBeNull()
  await expect(verifier.authenticate(world.context(), `Bearer ${key}`)).rejects.toMatchObject(refused)
  expect((await new RestClient(world.baseUrl, key).get('/v1/balance')).status).toBe(401)
})

test('a key that another process revoked is refused within a second', async () => {
  const { apiKey, key } = await aKey()
  const verifier = aVerifier()
  await verifier.authenticate(world.context(), `Bearer ${key}`)
  await sql(world.context(), 'update api_key set revoked_at = $2 where id = $1', [
    apiKey.id,
    world.clock.now(),
  ])
  world.clock.advance(1_000)
  await expect(verifier.authenticate(world.context(), `Bearer ${key}`)).rejects.toMatchObject(refused)
})

test('a cached key is refused when it expires', async () => {
  const { key } = await aKey({ expiresAt: plusMs(world.clock.now(), 60_000) })
  const verifier = aVerifier()
  await verifier.authenticate(world.context(), `Bearer ${key}`)
  world.clock.advance(60_000)
  await expect(verifier.authenticate(world.context(), `Bearer ${key}`)).rejects.toMatchObject(refused)
})

test('a hundred concurrent requests with one key make one database lookup', async () => {
  const { key } = await aKey()
  const verifier = aVerifier()
  const counter = { statements: 0 }
  const use = () => verifier.authenticate(countStatements(world.context(), counter), `Bearer ${key}`)
  await Promise.all(Array.from({ length: 100 }, use))
  await verifier.flush()
  const lookupAndLastUse = 2
  expect(counter.statements).toBe(lookupAndLastUse)
})

test('the last use of a key is written at most once a minute', async () => {
  const { apiKey, key } = await aKey()
  const verifier = aVerifier()
  const use = async () => {
    await verifier.authenticate(world.context(), `Bearer ${key}`)
    await verifier.flush()
    return (await getApiKey(world.context(), world.merchantId, apiKey.id)).lastUsedAt
  }
  const first = await use()
  expect(first).not.toBeNull()
  world.clock.advance(30_000)
  expect(await use()).toEqual(first)
  world.clock.advance(30_000)
  expect((await use())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
})

test('createApiKey names every invalid field', async () => {
  const wrong = { name: ' '.repeat(121), scopes: ['everything'], expiresAt: world.clock.now() }
  await expect(createApiKey(world.context(), world.merchantId, wrong)).rejects.toMatchObject({
    code: 'validation_error',
    details: {
      fields: [
        { path: 'name', code: 'too_long' },
        { path: 'scopes.0', code: 'not_allowed' },
        { path: 'expiresAt', code: 'out_of_range' },
      ],
    },
  })
  await expect(
    createApiKey(world.context(), world.merchantId, { name: 'x', scopes: [] }),
  ).rejects.toMatchObject({
    code: 'validation_error',
    details: { fields: [{ path: 'scopes', code: 'too_short' }] },
  })
})

test.each(['not-an-id', '01890000-0000-7000-8000-000000000000', SERVICE_MERCHANT_ID])(
  'createApiKey for the merchant %s fails with account_not_found',
  async (id) => {
    await expect(createApiKey(world.context(), id, { name: 'x', scopes: SCOPES })).rejects.toMatchObject({
      code: 'not_found',
      details: { reason: 'account_not_found' },
    })
  },
)

test("another merchant's key can be neither revoked nor listed", async () => {
  const { apiKey } = await aKey()
  const { merchantId: other } = await world.anotherMerchant()
  for (const id of [apiKey.id, 'not-an-id']) {
    await expect(revokeApiKey(world.context(), other, id)).rejects.toMatchObject({
      details: { reason: 'api_key_not_found' },
    })
  }
  expect((await getApiKey(world.context(), world.merchantId, apiKey.id)).revokedAt).toBeNull()
  expect((await listApiKeys(world.context(), other)).map(({ name }) => name)).toEqual(['tudo'])
})

test('revoking a key twice keeps the time of the first revocation and writes one audit entry', async () => {
  const { apiKey } = await aKey()
  const first = await revokeApiKey(world.context('staff:ana'), world.merchantId, apiKey.id, 'vazou')
  world.clock.advance(1_000)
  const second = await revokeApiKey(world.context('staff:bia'), world.merchantId, apiKey.id)
  expect(second.revokedAt).toEqual(first.revokedAt)
  const recorded = await sql<{ actor: string; reason: string }>(
    world.context(),
    `select actor, reason from audit_entry where target_id = $1 and action = 'api_key.revoke'`,
    [apiKey.id],
  )
  expect(recorded).toEqual([{ actor: 'staff:ana', reason: 'vazou' }])
})

test('active keys are listed before revoked keys, newest first', async () => {
  const { merchantId } = await world.anotherMerchant()
  const make = async (name: string) => {
    world.clock.advance(10)
    return (await createApiKey(world.context(), merchantId, { name, scopes: SCOPES })).apiKey.id
  }
  await make('a')
  const revoked = await make('b')
  await make('c')
  await revokeApiKey(world.context(), merchantId, revoked)
  expect((await listApiKeys(world.context(), merchantId)).map(({ name }) => name)).toEqual([
    'c',
    'a',
    'tudo',
    'b',
  ])
})

test('a merchant may have 200 active keys, not counting revoked keys', async () => {
  const { merchantId } = await world.anotherMerchant()
  const make = () => createApiKey(world.context(), merchantId, { name: 'x', scopes: SCOPES })
  let last = await make()
  for (let n = 3; n <= 200; n++) last = await make()
  await expect(make()).rejects.toMatchObject({ code: 'conflict', details: { reason: 'api_key_limit' } })
  await revokeApiKey(world.context(), merchantId, last.apiKey.id)
  expect((await make()).key).toMatch(/^svc_live_/)
})
