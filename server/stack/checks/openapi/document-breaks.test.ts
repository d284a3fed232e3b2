import { expect, test } from 'vitest'
import { documentBreaks } from './document-breaks.ts'
import type { Json } from './json.ts'

interface Parts {
  operation?: Json
  parameters?: Json[]
  body?: Json
  isBodyRequired?: boolean
  response?: Json
  status?: string
  event?: Json
}

const CHARGE = {
  type: 'object',
  properties: { id: { type: 'string' }, status: { type: 'string', enum: ['paid', 'expired'] } },
  required: ['id', 'status'],
}
const BODY = {
  type: 'object',
  properties: {
    amount: { type: 'integer', minimum: 1 },
    currency: { type: 'string', enum: ['BRL', 'USD'] },
    name: { type: 'string', maxLength: 20 },
  },
  required: ['amount'],
}
const QUERY = { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 200 } }

const json = (schema: Json) => ({ content: { 'application/json': { schema } } })

/** Builds a document with one operation and one event. `parts` replaces members of the default document. */
function aDocument(parts: Parts = {}): Json {
  const { parameters = [QUERY], body = BODY, response = CHARGE, event = CHARGE, status = '200' } = parts
  const post = {
    operationId: 'createCharge',
    'x-scope': 'charges:write',
    parameters,
    requestBody: { required: parts.isBodyRequired ?? false, ...json(body) },
    responses: { [status]: json({ $ref: '#/components/schemas/Charge' }) },
    ...parts.operation,
  }
  return {
    paths: { '/charges': { post } },
    webhooks: { 'charge.paid': { post: { requestBody: json(event) } } },
    components: { schemas: { Charge: response } },
  }
}

const without = (schema: typeof CHARGE | typeof BODY, name: string): Json => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties).filter(([key]) => key !== name)),
  required: schema.required.filter((key) => key !== name),
})
const withMember = (schema: typeof CHARGE | typeof BODY, members: Json): Json => ({
  ...schema,
  properties: { ...schema.properties, ...members },
})

const BREAKS: [string, Parts, string][] = [
  ['another operationId', { operation: { operationId: 'newCharge' } }, 'operationId changed'],
  ['another scope', { operation: { 'x-scope': 'charges:read' } }, 'x-scope changed'],
  ['a removed parameter', { parameters: [] }, 'query limit is no longer accepted'],
  [
    'a parameter that is required now',
    { parameters: [{ ...QUERY, required: true }] },
    'query limit is required now',
  ],
  [
    'a new required parameter',
    { parameters: [QUERY, { ...QUERY, name: 'key', required: true }] },
    'query key is required now',
  ],
  [
    'a stricter parameter',
    { parameters: [{ ...QUERY, schema: { type: 'integer', maximum: 100 } }] },
    'maximum is stricter: 100',
  ],
  ['a required body', { isBodyRequired: true }, 'a body is required now'],
  ['a removed member of a request', { body: without(BODY, 'name') }, '.name: removed'],
  [
    'a member of a request that is required now',
    { body: { ...BODY, required: ['amount', 'name'] } },
    '.name: required now',
  ],
  [
    'a removed value of a request',
    { body: withMember(BODY, { currency: { type: 'string', enum: ['BRL'] } }) },
    '"USD" is no longer accepted',
  ],
  [
    'a closed list in a request',
    { body: withMember(BODY, { name: { type: 'string', enum: ['a'] } }) },
    'only some values are accepted now',
  ],
  [
    'a shorter text in a request',
    { body: withMember(BODY, { name: { type: 'string', maxLength: 10 } }) },
    'maxLength is stricter: 10',
  ],
  [
    'a new pattern in a request',
    { body: withMember(BODY, { name: { type: 'string', maxLength: 20, pattern: '^a' } }) },
    'pattern is stricter: ^a',
  ],
  [
    'another type in a request',
    { body: withMember(BODY, { amount: { type: 'string' } }) },
    'the type changed from integer to string',
  ],
  ['a removed status', { status: '201' }, '200 removed'],
  ['a removed member of a response', { response: without(CHARGE, 'status') }, '.status: removed'],
  [
    'a member of a response that may be absent',
    { response: { ...CHARGE, required: ['id'] } },
    '.status: may be absent now',
  ],
  [
    'a new value of a closed list',
    { response: withMember(CHARGE, { status: { type: 'string', enum: ['paid', 'expired', 'held'] } }) },
    '"held" is a new value of a closed list',
  ],
  [
    'an opened list',
    { response: withMember(CHARGE, { status: { type: 'string' } }) },
    'the list of values is open now',
  ],
  [
    'another type in a response',
    { response: withMember(CHARGE, { id: { type: 'integer' } }) },
    'the type changed from string to integer',
  ],
  [
    'a member that may be null',
    { response: withMember(CHARGE, { id: { anyOf: [{ type: 'string' }, { type: 'null' }] } }) },
    'no compatible variant for null',
  ],
  [
    'a removed member of an event',
    { event: without(CHARGE, 'status') },
    'event post charge.paid: application/json.status: removed',
  ],
]

test.each(BREAKS)('%s is a breaking change', (_, parts, text) => {
  expect(documentBreaks(aDocument(), aDocument(parts))).toEqual([expect.stringContaining(text)])
})

test('a removed operation and a removed event are breaking changes', () => {
  const { components } = aDocument()
  expect(documentBreaks(aDocument(), { components, paths: {}, webhooks: {} })).toEqual([
    'post /charges: removed',
    'post charge.paid: removed',
  ])
})

const ADDITIONS: [string, Parts][] = [
  ['the same document', {}],
  ['a new optional parameter', { parameters: [QUERY, { ...QUERY, name: 'q' }] }],
  ['a wider parameter', { parameters: [{ ...QUERY, schema: { type: 'integer', maximum: 500 } }] }],
  ['a new optional member of a request', { body: withMember(BODY, { note: { type: 'string' } }) }],
  [
    'a new value of a request',
    { body: withMember(BODY, { currency: { type: 'string', enum: ['BRL', 'USD', 'EUR'] } }) },
  ],
  [
    'a further type of a request',
    { body: withMember(BODY, { amount: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] } }) },
  ],
  ['a new member of a response', { response: withMember(CHARGE, { note: { type: 'string' } }) }],
  [
    'a value that responses no longer have',
    { response: withMember(CHARGE, { status: { type: 'string', enum: ['paid'] } }) },
  ],
]

test.each(ADDITIONS)('%s is not a breaking change', (_, parts) => {
  expect(documentBreaks(aDocument(), aDocument(parts))).toEqual([])
})
