import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../routes.ts'
import { itNeedsScope } from '../testing/suites/it-needs-scope.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { REASON_MESSAGES } from './errors.ts'
import { describeApi } from '../api-docs/describe-api.ts'
import { openApiOf } from './openapi/document.ts'
import { schemaOf } from './openapi/components.ts'
import { EVENT_TYPES } from '../webhooks/events/event-types.ts'
import { EVENT_SHAPES } from '../api-docs/webhook-openapi.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('every route is described with its scope, its responses and its errors', () => {
  const { paths } = JSON.parse(JSON.stringify(openApiOf(ROUTES, 'http://service.test')))
  for (const route of ROUTES) {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')][route.method]
    expect(operation['x-scope']).toBe(route.scope === 'any' ? null : route.scope)
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining([...Object.keys(route.responses), '401', '422', '429']),
    )
  }
})

/** The OpenAPI document as a client receives it. */
const published = JSON.parse(JSON.stringify(describeApi(ROUTES, 'http://service.test')))

test('the OpenAPI document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(published)
  expect(errors ?? []).toEqual([])
  expect([valid, validator.version]).toEqual([true, '3.1'])
})

const typeOf = ({ isJsonLines }: { isJsonLines: boolean }) =>
  isJsonLines ? 'application/x-ndjson' : 'application/json'

const examples = ROUTES.flatMap((route) => {
  const operation = published.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')][route.method]
  const answers = Object.entries(route.responses).map(([status, shape]) => ({
    what: `${route.method} ${route.path} answering ${status}`,
    shape,
    example: operation.responses[status].content[typeOf(route)].example,
  }))
  const body = operation.requestBody?.content['application/json']?.example
  const request = { what: `the body of ${route.method} ${route.path}`, shape: route.body, example: body }
  return body === undefined ? answers : [request, ...answers]
})
test.each(examples)('the example of $what matches its schema', ({ shape, example }) => {
  expect(shape.safeParse(example)).toMatchObject({ success: true })
})

test('every $ref names a component, and every component is referenced', () => {
  const refs = JSON.stringify(published).matchAll(/"\$ref":"([^"]+)"/g)
  const names = Object.keys(published.components.schemas)
  expect(new Set(Array.from(refs, ([, ref]) => ref))).toEqual(
    new Set(names.map((name) => `#/components/schemas/${name}`)),
  )
})

test('the OpenAPI document contains each component only once, never inline', () => {
  const text = JSON.stringify(published)
  const repeated = Object.entries(published.components.schemas).filter(
    ([, schema]) => text.split(JSON.stringify(schema)).length !== 2,
  )
  expect(repeated).toEqual([])
})

/** Removes the descriptions of a schema. A member with the name `description` stays. */
const undescribed = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema), (key, node) =>
    key === 'description' && typeof node === 'string' ? undefined : node,
  )

/** Replaces every reference in a schema with the component to which it refers. */
const inlined = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (_key, node) => {
    const name = node?.$ref?.split('/').at(-1)
    return name ? inlined(published.components.schemas[name]) : node
  })

test.each(ROUTES)(
  'the published response schemas of $method $path equal the schemas that the route declares',
  (route) => {
    const { responses } = published.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')][route.method]
    for (const [status, shape] of Object.entries(route.responses))
      expect(undescribed(inlined(responses[status].content[typeOf(route)].schema))).toEqual(
        undescribed(schemaOf(shape, 'output')),
      )
  },
)

test('the examples of a webhook endpoint and of a replay have no contradictory fields', () => {
  const { paths } = published
  const replay = paths['/v1/webhooks/replays'].post
  const { from, to } = replay.requestBody.content['application/json'].example
  expect(new Date(from) < new Date(to)).toBe(true)
  const endpoint = paths['/v1/webhooks/endpoints/{id}'].get.responses[200].content['application/json'].example
  expect(endpoint).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null })
  expect(endpoint.description).not.toContain('cafés')
  const refused = replay.responses[409].content['application/json'].examples
  expect(refused.webhook_endpoint_disabled.value.error.details).toEqual({
    reason: 'webhook_endpoint_disabled',
    disabled_reason: 'failing',
  })
})

test('the OpenAPI description of the search parameter q mentions the CNPJ', () => {
  const { parameters } = published.paths['/v1/pix/charges'].get
  const search = parameters.find(({ name }: { name: string }) => name === 'q')
  expect(JSON.stringify(search)).toContain('CNPJ')
})

test.each(EVENT_TYPES)(
  'the description of the event %s contains the headers, the signature and the body',
  (type) => {
    const { post } = published.webhooks[type]
    const names: string[] = post.parameters.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['x-svc-signature', 'x-svc-event-id', 'x-svc-event-type', 'x-svc-event-version'])
    expect(post.parameters[0].description).toMatch(/HMAC-SHA256[^]+t \+ "\." \+ corpo bruto/)
    const { example, schema } = post.requestBody.content['application/json']
    const shape = EVENT_SHAPES.get(type)
    expect(shape?.safeParse(example)).toMatchObject({ success: true })
    expect(undescribed(shape && schemaOf(shape, 'output'))).toEqual(undescribed(inlined(schema)))
  },
)

test('the webhook guide and the API reference link to each other', async () => {
  const guide = await (await fetch(`${world.baseUrl}/docs/webhooks`)).text()
  expect(guide).toContain('<h2>Verificar a assinatura</h2>')
  expect(guide).toContain('href="/docs"')
  expect(guide).not.toMatch(/(?:src|href)="https?:/)
  expect(published.externalDocs.url).toBe('http://service.test/docs/webhooks')
})

test('the guide to disputes and the API reference link to each other', async () => {
  const page = await fetch(`${world.baseUrl}/docs/disputes`)
  const guide = await page.text()
  expect(page.status).toBe(200)
  expect(guide).toContain('<title>Contestações (MED)</title>')
  expect(guide).toContain('href="/docs"')
  expect(guide).not.toMatch(/(?:src|href)="https?:/)
  expect(published.info.description).toContain('(/docs/disputes)')
})

test('the changelog and the API reference link to each other', async () => {
  const page = await fetch(`${world.baseUrl}/docs/changelog`)
  const changelog = await page.text()
  expect(page.status).toBe(200)
  expect(changelog).toContain('<title>Mudanças da API</title>')
  expect(changelog).toMatch(/<h2>\d{4}-\d{2}-\d{2}<\/h2>/)
  expect(changelog).toContain('href="/docs"')
  expect(changelog).not.toMatch(/(?:src|href)="https?:/)
  expect(published.info.description).toContain('(/docs/changelog)')
})

test('the OpenAPI document contains the limits of the request fields and parameters', () => {
  const { paths } = published
  const create = paths['/v1/pix/charges'].post.requestBody.content['application/json'].schema
  expect(create.required).toEqual(['order_reference', 'amount_cents'])
  expect(create.additionalProperties).toBe(false)
  expect(create.properties).toMatchObject({
    order_reference: { type: 'string', minLength: 1, maxLength: 120 },
    amount_cents: { anyOf: [{ type: 'integer', maximum: 9_007_199_254_740_991 }, { type: 'string' }] },
    currency: { const: 'BRL', default: 'BRL' },
    description: { maxLength: 500 },
    payer: {
      properties: {
        document: {
          type: 'string',
          pattern: '^(\\d{11}|[0-9A-Z]{12}\\d{2})?$',
          description: expect.stringContaining('letras maiúsculas'),
        },
      },
    },
    expires_in_seconds: { type: 'integer', minimum: 60, maximum: 604_800, default: 3_600 },
    metadata: { type: 'object', maxProperties: 20, propertyNames: { maxLength: 60 } },
  })
  const parameters = (path: string): { name: string; schema: object }[] => paths[path].get.parameters
  const limitOf = (path: string) => parameters(path).find(({ name }) => name === 'limit')?.schema
  expect(limitOf('/v1/pix/charges')).toMatchObject({ type: 'integer', minimum: 1, maximum: 200 })
  expect(limitOf('/v1/statement')).toMatchObject({ type: 'integer', minimum: 1, maximum: 500 })
})

test('the errors of a route have one example for each reason, and the routes document every reason of the merchant API', () => {
  const { responses } = published.paths['/v1/pix/charges'].post
  const shown = (status: number) => Object.keys(responses[status].content['application/json'].examples)
  expect(shown(409)).toEqual(['idempotency_conflict', 'order_reference_in_use'])
  expect(shown(503)).toEqual([
    'service_unavailable',
    'processing_unavailable',
    'account_not_enabled',
    'request_in_progress',
  ])
  expect(shown(422)).toEqual(['validation_error', 'invalid_json', 'unsupported_media_type'])
  const all = ROUTES.flatMap((route) => route.refusals)
  const common = ['missing_scope', 'invalid_json', 'unsupported_media_type', 'route_not_found']
  const testEnvironment = ['test_key_required', 'sandbox_unavailable']
  const cursors = ['invalid_cursor', 'cursor_filter_mismatch']
  const documented = new Set<string>([...all, ...common, ...cursors, ...testEnvironment])
  const internal = ['account_not_found', 'api_key_not_found']
  expect(
    Array.from(REASON_MESSAGES.keys()).filter(
      (reason) => !documented.has(reason) && !internal.includes(reason),
    ),
  ).toEqual([])
})

for (const route of ROUTES.filter(({ isTestOnly }) => !isTestOnly))
  itNeedsScope(() => world, route, route.scope)

test('an unknown route (404) and a wrong method (405 with Allow) are answered before the authentication', async () => {
  const nobody = new RestClient(world.baseUrl, undefined)
  expect(await nobody.get('/v1/nothing')).toMatchObject({
    status: 404,
    body: { error: { code: 'not_found', details: { reason: 'route_not_found' } } },
  })
  const wrong = await nobody.delete('/v1/pix/charges')
  expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } })
  expect(wrong.headers.get('allow')).toBe('POST, GET')
})
