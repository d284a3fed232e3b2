import { beforeAll, expect, test } from 'vitest'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { type ConsoleClient } from '../testing/clients/console-client.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { RestClient } from '../testing/clients/rest-client.ts'

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
})

interface Created {
  createApiKey: { apiKey: { id: string; createdBy: string; prefix: string }; key: string }
}

const create = (input: object) =>
  admin.send<Created>(
    'mutation ($i: CreateApiKeyInput!) { createApiKey(input: $i) { apiKey { id createdBy prefix } key } }',
    { i: { merchantId: world.merchantId, ...input } },
  )

test('an API key created in the console is accepted immediately, and is refused after its revocation in the console', async () => {
  const { data, errors } = await create({ name: 'Loja', scopes: ['balance:read'], expiresAt: null })
  expect(errors).toEqual([])
  const { apiKey, key = '' } = data?.createApiKey ?? {}
  expect(apiKey).toMatchObject({ createdBy: 'Pessoa admin', prefix: key.slice(0, 21) })
  const merchant = new RestClient(world.baseUrl, key)
  expect((await merchant.get('/v1/balance')).status).toBe(200)

  const support = await testConsole.signedIn('support')
  const revoked = await support.send<{ revokeApiKey: { revokedAt: string } }>(
    'mutation ($m: Uuid!, $id: Uuid!) { revokeApiKey(merchantId: $m, id: $id) { revokedAt } }',
    { m: world.merchantId, id: apiKey?.id },
  )
  expect(revoked.data?.revokeApiKey.revokedAt).toMatch(/Z$/)
  expect((await merchant.get('/v1/balance')).status).toBe(401)
})

test('the list of API keys shows the creator of each key', async () => {
  await create({ name: 'Outra', scopes: ['charges:read', 'charges:write'] })
  const { data } = await admin.send<{ apiKeys: { name: string; scopes: string[]; createdBy: string }[] }>(
    `{ apiKeys(merchantId: "${world.merchantId}") { name scopes createdBy } }`,
  )
  expect(data?.apiKeys).toContainEqual({
    name: 'Outra',
    scopes: ['charges:read', 'charges:write'],
    createdBy: 'Pessoa admin',
  })
  expect(data?.apiKeys.find(({ name }) => name === 'tudo')?.createdBy).toBe('test')
})

test('activeApiKeys counts the keys of a merchant that are neither revoked nor expired', async () => {
  const { merchantId } = await world.anotherMerchant()
  const active = async () => {
    const { data } = await admin.send<{ merchants: { id: string; activeApiKeys: number }[] }>(
      '{ merchants { id activeApiKeys } }',
    )
    return data?.merchants.find(({ id }) => id === merchantId)?.activeApiKeys ?? -1
  }
  const before = await active()
  const key = { merchantId, name: 'Loja', scopes: ['balance:read'] }
  const expiresAt = plusMs(world.clock.now(), 3_600_000).toISOString()
  await create({ ...key, expiresAt })
  const { data } = await create({ ...key, expiresAt: null })
  expect(await active()).toBe(before + 2)
  await admin.send('mutation ($m: Uuid!, $id: Uuid!) { revokeApiKey(merchantId: $m, id: $id) { id } }', {
    m: merchantId,
    id: data?.createApiKey.apiKey.id,
  })
  expect(await active()).toBe(before + 1)
  await sql(world.context(), 'update api_key set expires_at = $2 where merchant_id = $1 and name = $3', [
    merchantId,
    world.clock.now(),
    'Loja',
  ])
  expect(await active()).toBe(before)
})

test('createApiKey with invalid input names the invalid fields', async () => {
  const { errors } = await create({ name: '', scopes: ['all'] })
  expect(errors[0]?.extensions).toMatchObject({
    code: 'validation_error',
    fields: [
      { path: 'name', code: 'too_short' },
      { path: 'scopes.0', code: 'not_allowed' },
    ],
  })
})
