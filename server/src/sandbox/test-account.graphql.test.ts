import { expect, test, beforeAll } from 'vitest'
import { STEP_UP_MS } from '../graphql/permissions.ts'
import { sql } from '../kernel/database/sql.ts'
import { SCOPES } from '../kernel/scopes.ts'
import { TestConsole, type ConsoleClient } from '../testing/clients/console-client.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import { anIdempotencyKey, createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { sandboxOf, testClient } from '../testing/fixtures/sandbox-fixture.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'
import { headersFor } from '../testing/console-reads.ts'

const CREATE =
  'mutation ($i: CreateApiKeyInput!) { createTestKey(input: $i) { key apiKey { id createdBy } } }'
const CHARGES = '{ charges(first: 50) { nodes { id } } }'
const KEYS = 'query ($m: Uuid!) { apiKeys(merchantId: $m) { id prefix revokedAt createdBy } }'
const REVOKE = 'mutation ($m: Uuid!, $id: Uuid!) { revokeApiKey(merchantId: $m, id: $id) { id } }'
const SEARCH = 'query ($text: String!) { search(text: $text) { id } }'
const CANCEL = 'mutation ($m: Uuid!, $c: Uuid!) { cancelCharge(merchantId: $m, chargeId: $c) { id } }'
const REFUND =
  'mutation ($m: Uuid!, $c: Uuid!, $key: String!) { requestRefund(merchantId: $m, chargeId: $c, idempotencyKey: $key) { __typename } }'
const REGISTER =
  'mutation ($m: Uuid!, $url: String!) { registerWebhookEndpoint(merchantId: $m, url: $url, eventTypes: []) { signingSecret } }'
const ACCOUNT = 'query ($m: Uuid!) { testAccount(merchantId: $m) { now advancingTo } }'

/** A number of rows that does not fit into two pages of an export. */
const EXPORTED_ROWS = 4_100

interface CreatedKey {
  createTestKey: { key: string; apiKey: { id: string; createdBy: string } }
}

const { world, testConsole } = await startConsole({ hasSandbox: true })
let admin: ConsoleClient
beforeAll(async () => {
  admin = await testConsole.signedIn('admin')
})

const wanted = (merchantId: string) => ({ i: { merchantId, name: 'console', scopes: SCOPES } })

/**
 * Sends a GraphQL operation with the header that selects a test account. Returns the code and the reason of the
 * refusal.
 */
async function refusalOf(client: ConsoleClient, account: string, query: string, variables = {}) {
  const { errors } = await client.send(query, variables, headersFor(account))
  return [errors[0]?.extensions.code, errors[0]?.extensions.reason]
}

const auditOf = (action: string, targetId: string) =>
  sql<{ after: object; role: string; merchant: string | null }>(
    world.context(),
    'select after, role, merchant_id as merchant from audit_entry where action = $1 and target_id = $2',
    [action, targetId],
  )

test('the first test key that support creates in the console creates the test account of the merchant', async () => {
  const { merchantId } = await world.anotherMerchant()
  const support = await testConsole.signedIn('support')
  expect((await support.send(ACCOUNT, { m: merchantId })).data).toEqual({ testAccount: null })
  expect(await refusalOf(support, merchantId, CHARGES)).toEqual(['not_found', 'test_account_not_found'])

  const { data } = await support.send<CreatedKey>(CREATE, wanted(merchantId))
  const { key, apiKey } = data?.createTestKey ?? { key: '', apiKey: { id: '', createdBy: '' } }
  expect(key).toMatch(/^svc_test_/)
  expect(apiKey.createdBy).toBe('Pessoa support')
  const charge = await createCharge(new RestClient(world.baseUrl, key))
  expect(charge.body).toMatchObject({ environment: 'sandbox', gateway_id: merchantId })

  const shown = await support.send(CHARGES, {}, headersFor(merchantId))
  expect(shown.data).toEqual({ charges: { nodes: [{ id: charge.body.id }] } })
  expect((await support.send(ACCOUNT, { m: merchantId })).data).toMatchObject({
    testAccount: { advancingTo: null },
  })
  expect(await auditOf('api_key.create', apiKey.id)).toMatchObject([
    { role: 'support', after: { environment: 'sandbox' } },
  ])
})

test('only support and administrators with a recent step-up authentication create test keys', async () => {
  for (const role of ['finance', 'auditor'] as const)
    expect((await (await testConsole.signedIn(role)).send(CREATE, wanted(world.merchantId))).code).toBe(
      'FORBIDDEN',
    )
  const support = await testConsole.signedIn('support')
  world.clock.advance(STEP_UP_MS + 1)
  expect((await support.send(CREATE, wanted(world.merchantId))).code).toBe('STEP_UP_REQUIRED')
})

test('the age of a step-up authentication is measured in real time, even if the clock of the test account is ahead', async () => {
  const { merchantId } = await world.anotherMerchant()
  const rest = await testClient(world, merchantId)
  await rest.post('/v1/test/clock/advance', { seconds: 90 * 86_400 })
  const staff = await testConsole.signedIn('admin')
  const keys = await staff.send<{ apiKeys: { id: string }[] }>(
    KEYS,
    { m: merchantId },
    headersFor(merchantId),
  )
  const id = keys.data?.apiKeys[0]?.id ?? ''
  expect((await staff.send(REVOKE, { m: merchantId, id }, headersFor(merchantId))).errors).toEqual([])
  expect(await auditOf('api_key.revoke', id)).toMatchObject([
    { role: 'admin', after: { environment: 'sandbox' } },
  ])
  world.clock.advance(2_000)
  expect((await rest.get('/v1/balance')).status).toBe(401)
})

test('a request for a test account is refused without a session, without the permission, and for production data', async () => {
  const m = world.merchantId
  await testClient(world, m)
  expect(await refusalOf(testConsole.browser(), m, CHARGES)).toEqual(['UNAUTHENTICATED', undefined])
  const finance = await testConsole.signedIn('finance')
  expect(await refusalOf(finance, m, KEYS, { m })).toEqual(['FORBIDDEN', 'missing_permission'])
  for (const query of ['{ merchants { id } }', '{ me { id } }', '{ mySessions { id } }'])
    expect([query, await refusalOf(admin, m, query)]).toEqual([query, ['FORBIDDEN', 'production_only']])
  for (const account of ['x', '', '00000000-0000-7000-8000-00000000000f'])
    expect(await refusalOf(admin, account, CHARGES)).toEqual(['not_found', 'test_account_not_found'])
})

test('a request to a path for test accounts gets 404 if it does not have the header that selects a test account', async () => {
  for (const path of ['graphql', 'exports'])
    expect((await fetch(`${testConsole.baseUrl}/test-account/${path}`, { method: 'POST' })).status).toBe(404)
})

test('a request for one test account never reads, finds or revokes the keys of another', async () => {
  const { merchantId: other } = await world.anotherMerchant()
  await testClient(world, world.merchantId)
  await testClient(world, other)
  const staff = await testConsole.signedIn('admin')
  const refused = ['not_found', 'account_not_found']
  expect(await refusalOf(staff, world.merchantId, KEYS, { m: other })).toEqual(refused)
  expect(await refusalOf(staff, world.merchantId, REVOKE, { m: other, id: other })).toEqual(refused)
  const keys = await staff.send<{ apiKeys: { id: string; prefix: string }[] }>(
    KEYS,
    { m: other },
    headersFor(other),
  )
  const [key] = keys.data?.apiKeys ?? []
  for (const text of [key?.id, key?.prefix, other, 'Loja B']) {
    const found = await staff.send(SEARCH, { text }, headersFor(world.merchantId))
    expect(found.data).toEqual({ search: [] })
  }
  const own = await staff.send(SEARCH, { text: key?.prefix }, headersFor(other))
  expect(own.data).toEqual({ search: [{ id: key?.id }] })
  const wantedList = { list: 'api-keys', format: 'csv', filter: { merchantId: other }, zone: 'UTC' }
  expect((await staff.export(wantedList, { headers: headersFor(world.merchantId) })).status).toBe(404)
})

test('the production audit log records the export and the revealed document of a test account', async () => {
  const m = world.merchantId
  const rest = await testClient(world, m)
  const payer = {
    name: 'Maria',
    document: '52998224725',
    email: 'maria@exemplo.com.br',
    phone: '+5511912345678',
  }
  const { body } = await createCharge(rest, { payer })
  const staff = await testConsole.signedIn('admin')
  const reveal = 'mutation ($c: Uuid!) { revealPayerDocument(chargeId: $c, reason: "teste do lojista") }'
  const { data } = await staff.send(reveal, { c: body.id }, headersFor(m))
  expect(data).toEqual({ revealPayerDocument: '52998224725' })
  expect(await auditOf('document.reveal', body.id)).toMatchObject([{ after: { environment: 'sandbox' } }])
  const wantedList = { list: 'charges', format: 'csv', filter: {}, zone: 'UTC' }
  const file = await (await staff.export(wantedList, { headers: headersFor(m) })).text()
  expect(file).toContain(body.id)
  expect(await auditOf('list.export', 'charges')).toMatchObject([
    { merchant: m, after: { environment: 'sandbox' } },
  ])
})

test('staff can cancel and refund charges and register an endpoint in a test account, whose jobs complete the refund', async () => {
  const { merchantId: m } = await world.anotherMerchant()
  const rest = await testClient(world, m)
  const act = async (query: string, variables: object) => {
    const { errors } = await admin.send(query, { m, ...variables }, headersFor(m))
    expect([query, errors]).toEqual([query, []])
  }
  const [unpaid, paid] = [await createCharge(rest), await createCharge(rest)]
  await rest.post(`/v1/test/charges/${paid.body.id}/pay`)
  await act(CANCEL, { c: unpaid.body.id })
  await act(REFUND, { c: paid.body.id, key: anIdempotencyKey() })
  await rest.post('/v1/test/clock/advance', { seconds: 3_600 })
  await act(REGISTER, { url: 'https://shop.example/hook' })
  const statusOf = async ({ body }: typeof paid) =>
    (await rest.get<ChargeJson>(`/v1/pix/charges/${body.id}`)).body.status
  expect([await statusOf(unpaid), await statusOf(paid)]).toEqual(['cancelled', 'refunded'])
  const endpoints = await rest.get<{ items: object[] }>('/v1/webhooks/endpoints')
  expect(endpoints.body.items).toHaveLength(1)
})

test('an export of several pages contains every row of the test account, and no row of another test account', async () => {
  const { merchantId } = await world.anotherMerchant()
  await testClient(world, merchantId)
  const sandbox = sandboxOf(world).tools.context('test')
  await sql(
    sandbox,
    `insert into request_log
      (started_at, correlation_id, merchant_id, api_key_id, method, route, query_names, status, duration_ms, fields)
      select $1::timestamptz - n * interval '1 ms', uuidv7(), m, m, 'GET', '/v1/balance', '{}', 200, 1, '[]'
      from generate_series(1, $2) n, unnest($3::uuid[]) m`,
    [world.clock.now(), EXPORTED_ROWS, [merchantId, world.merchantId]],
  )
  const wantedList = { list: 'requests', format: 'csv', filter: {}, zone: 'UTC' }
  const file = await (await admin.export(wantedList, { headers: headersFor(merchantId) })).text()
  expect(file.split('/v1/balance').length - 1).toBe(EXPORTED_ROWS)
})

test('without a test environment, no test account can be selected or created', async () => {
  await using plain = await TestConsole.start(world.kit)
  const staff = await plain.signedIn('admin')
  const missing = ['not_found', 'test_environment_missing']
  expect(await refusalOf(staff, world.merchantId, CHARGES)).toEqual(missing)
  const { errors } = await staff.send(CREATE, wanted(world.merchantId))
  expect(errors[0]?.extensions.reason).toBe('test_environment_missing')
  const { data } = await staff.send('{ me { testPermissions } }')
  expect(data).toEqual({ me: { testPermissions: [] } })
})

test('in the test environment, a person has some of the permissions of their role and no others', async () => {
  const allowed = await admin.send<{ me: { permissions: string[]; testPermissions: string[] } }>(
    '{ me { permissions testPermissions } }',
  )
  const { permissions = [], testPermissions = [] } = allowed.data?.me ?? {}
  expect(testPermissions).toEqual(permissions.filter((name) => testPermissions.includes(name)))
  expect(testPermissions).toContain('api_key.create_test')
  expect(testPermissions).not.toContain('payout.record')
  expect(sandboxOf(world).kit.exportedMetrics).toBeUndefined()
})
