import {
  buildClientSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
  type IntrospectionQuery,
} from 'graphql'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../kernel/log.ts'
import { schemaText } from '../schema.ts'
import { TestConsole } from '../testing/clients/console-client.ts'
import { World } from '../testing/world.ts'

let world: World
let testConsole: TestConsole
beforeAll(async () => {
  world = await World.start()
  testConsole = await TestConsole.start({ ...world.kit, log: makeLog('silent') })
})
afterAll(async () => {
  await testConsole.stop()
  await world.stop()
})

const many = (count: number, write: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => write(n)).join(' ')

const ME = JSON.stringify({ query: '{ me { id } }' })

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host of the same domain', { 'sec-fetch-site': 'same-site' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
])('a request from %s is refused, even with the session cookie', async (_who, headers) => {
  const browser = await testConsole.signedIn('admin')
  const response = await browser.post(ME, headers)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { reason: 'foreign_origin' } }] })
})

test.each([
  ["the console's own pages", { 'sec-fetch-site': 'same-origin', origin: 'http://service.test' }],
  ['a client that is not a browser', {}],
])('a request from %s is answered', async (_who, headers) => {
  expect((await testConsole.browser().post(ME, headers)).status).toBe(200)
})

test('a request with the content type of an HTML form is refused', async () => {
  const response = await testConsole.browser().post(ME, { 'content-type': 'text/plain' })
  expect(response.status).toBe(400)
})

test.each([
  ['a query in the URL', 'GET', undefined, 405],
  ['several operations in one request', 'POST', `[${ME},${ME}]`, 400],
  ['a body that is not JSON', 'POST', '{', 400],
  ['a body above the limit', 'POST', JSON.stringify({ query: `{ me { id } } #${'x'.repeat(70_000)}` }), 413],
])('a request with %s is refused', async (_what, method, body, status) => {
  const response = await fetch(
    `${testConsole.baseUrl}/graphql?query=${encodeURIComponent('{ me { id } }')}`,
    {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    },
  )
  expect(response.status).toBe(status)
  const answer = await response.json()
  expect(answer).toMatchObject({ errors: [{ message: expect.any(String) }] })
})

test.each([
  [
    'too many tokens',
    `{ charges(filter: { status: [${many(1_000, () => 'paid')}] }) { nodes { id } } }`,
    'tokens',
  ],
  [
    'nested lists of introspection',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    'introspection depth',
  ],
  [
    'fragments that multiply its selections',
    `{ ...f25 } fragment f0 on Query { me { id } } ${many(25, (n) => `fragment f${n + 1} on Query { ...f${n} ...f${n} }`)}`,
    'too many selections',
  ],
  [
    'a fragment that contains itself',
    'query { ...a } fragment a on Query { me { id } ...a }',
    'within itself',
  ],
])('an operation with %s is refused before any resolver runs', async (_what, query, why) => {
  const { data, errors } = await testConsole.browser().send(query)
  expect(data).toBeUndefined()
  expect(errors.map(({ message }) => message).join()).toContain(why)
})

test.each([
  ['with default options', {}],
  [
    'with all options',
    {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    },
  ],
])('in development the standard introspection query %s returns the whole schema', async (_how, options) => {
  const { data, errors } = await testConsole
    .browser()
    .send<IntrospectionQuery>(getIntrospectionQuery(options))
  expect(errors).toEqual([])
  if (!data) throw new Error('the query returned no data')
  expect(`${printSchema(lexicographicSortSchema(buildClientSchema(data)))}\n`).toBe(schemaText())
})

test('a malformed id, amount, time or page size is refused as invalid input', async () => {
  const browser = await testConsole.signedIn('admin')
  const ask = (filter: string) => browser.send(`{ charges(filter: ${filter}) { nodes { id } } }`)
  expect((await ask('{ amountFromCents: "1.5" }')).code).toBe('GRAPHQL_VALIDATION_FAILED')
  expect((await ask('{ createdFrom: "yesterday" }')).code).toBe('GRAPHQL_VALIDATION_FAILED')
  expect((await ask('{ createdFrom: "2026-02-30T00:00:00Z" }')).code).toBe('GRAPHQL_VALIDATION_FAILED')
  expect((await ask('{ merchantId: "x" }')).code).toBe('GRAPHQL_VALIDATION_FAILED')
  const page = await browser.send('{ charges(first: 101) { nodes { id } } }')
  expect(page.errors[0]?.extensions).toMatchObject({
    code: 'validation_error',
    fields: [{ path: 'first', code: 'out_of_range' }],
  })
  const variable = await browser.send(
    'query ($c: Cents) { charges(filter: { amountToCents: $c }) { nodes { id } } }',
    {
      c: 12,
    },
  )
  expect(variable.code).toBe('BAD_USER_INPUT')
})

test('every response has a correlation id and forbids caching', async () => {
  for (const answer of [
    await testConsole.browser().send('{ me { id } }'),
    await testConsole.browser().send('{ merchants { id } }'),
  ]) {
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const error of answer.errors) {
      expect(error.extensions.correlation_id).toBe(answer.headers.get('x-correlation-id'))
    }
  }
})

test.each([
  ['within an operation', 'api_key'],
  ['before any operation', 'staff_session'],
])('the response to a database failure %s contains no details', async (_when, table) => {
  const browser = await testConsole.signedIn('admin')
  const owner = new Client({ connectionString: world.database.superuserUrl })
  await owner.connect()
  await owner.query(`revoke select on ${table} from pix_app`)
  const { data, errors, headers } = await browser.send(
    `{ apiKeys(merchantId: "${world.merchantId}") { id } }`,
  )
  await owner.query(`grant select on ${table} to pix_app`)
  await owner.end()
  expect(data ?? null).toBeNull()
  expect(errors).toHaveLength(1)
  expect(errors[0]?.message).toBe('Falha inesperada.')
  const { correlation_id: named = headers.get('x-correlation-id'), ...rest } = errors[0]?.extensions ?? {}
  expect(rest).toEqual({ code: 'INTERNAL_SERVER_ERROR' })
  expect(named).toBe(headers.get('x-correlation-id'))
})
