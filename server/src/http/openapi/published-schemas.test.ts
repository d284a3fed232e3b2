import { expect, test } from 'vitest'
import { describeApi } from '../../api-docs/describe-api.ts'
import { ROUTES } from '../../routes.ts'
import { EVENT_TYPES } from '../../webhooks/events/event-types.ts'

/** The OpenAPI document as a client receives it. */
const published = JSON.parse(JSON.stringify(describeApi(ROUTES, 'http://service.test')))

test('every operation has a unique name that starts with a verb, and an ASCII tag with a display name', () => {
  const verb =
    /^(create|list|get|cancel|submit|accept|upload|replay|update|delete|test|rotate|pay|dispute|fail|advance)[A-Z]\w+$/
  const ids = ROUTES.map(({ operationId }) => operationId)
  expect(ids.filter((id) => !verb.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  const tags: { name: string; 'x-displayName': string }[] = published.tags
  expect(tags.filter((tag) => !/^[a-z]+$/.test(tag.name) || tag['x-displayName'] === '')).toEqual([])
  const used = ROUTES.flatMap(
    ({ path, method }) => published.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method].tags,
  )
  expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)))
})

test('the published responses allow new members, and new values of open lists', () => {
  expect(JSON.stringify(published.components.schemas)).not.toContain('"additionalProperties":false')
  const { code, details } = published.components.schemas.ErrorResponse.properties.error.properties
  expect(code).toMatchObject({ type: 'string', description: expect.stringContaining('Lista aberta') })
  expect(code.enum).toBeUndefined()
  expect(code['x-extensible-enum']).toContain('idempotency_conflict')
  expect(details.properties.reason['x-extensible-enum']).toContain('order_reference_in_use')
})

test('the OpenAPI document contains no error code that only the console receives', () => {
  expect(JSON.stringify(published)).not.toMatch(/step_up_required|account_not_found|api_key_not_found/)
})

test('the schema of any event distinguishes all event types by the member `type`', () => {
  const { oneOf, discriminator } = published.components.schemas.WebhookEvent
  expect(discriminator.propertyName).toBe('type')
  expect(Object.keys(discriminator.mapping)).toEqual([...EVENT_TYPES])
  expect(oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(Object.values(discriminator.mapping))
  expect(published.components.schemas.ChargePaidEvent.properties.data).toEqual({
    $ref: '#/components/schemas/ChargePaidData',
  })
})

test('the published request schemas refuse malformed amounts, references, e-mails, event types and URLs', () => {
  const bodyOf = (path: string, method: string) =>
    published.paths[path][method].requestBody.content['application/json'].schema.properties
  const charge = bodyOf('/v1/pix/charges', 'post')
  expect(charge.amount_cents.anyOf).toMatchObject([
    { type: 'integer', minimum: 1 },
    { type: 'string', pattern: '^0*[1-9][0-9]*$', maxLength: 18 },
  ])
  const order = new RegExp(charge.order_reference.pattern)
  expect([order.test('pedido-1024'), order.test('pedido\0')]).toEqual([true, false])
  const email = new RegExp(charge.payer.properties.email.pattern)
  expect(['ana@exemplo.com.br', '', 'ana@exemplo', 'ana'].map((value) => email.test(value))).toEqual([
    true,
    true,
    false,
    false,
  ])
  const endpoint = bodyOf('/v1/webhooks/endpoints', 'post')
  expect(endpoint.event_types.items.enum).toEqual(EVENT_TYPES.filter((type) => type !== 'webhook.test'))
  expect(new RegExp(endpoint.url.pattern).test('http://loja.exemplo.com.br/pix')).toBe(false)
  expect(published.paths['/v1/webhooks/endpoints/{id}'].patch.requestBody.required).toBe(true)
  expect(published.paths['/v1/pix/charges/{id}/refunds'].post.requestBody.required).toBe(false)
})

test('the published schema for requesting a replay has the conditions that the server checks on the field `status`', () => {
  const { schema } = published.paths['/v1/webhooks/replays'].post.requestBody.content['application/json']
  expect(schema.dependentSchemas.status.properties.source).toEqual({ const: 'deliveries' })
  expect(schema.not).toEqual({
    properties: { status: { const: 'succeeded' }, include_succeeded: { const: false } },
    required: ['status'],
  })
})

test('the published pattern of a cursor accepts the cursor of the feed example, and no spaces', () => {
  const { parameters, responses } = published.paths['/v1/events/feed'].get
  const { schema } = parameters.find(({ name }: { name: string }) => name === 'after')
  const { next_cursor } = responses[200].content['application/json'].example
  expect(next_cursor).toMatch(new RegExp(schema.pattern))
  expect('not a cursor').not.toMatch(new RegExp(schema.pattern))
})
