import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { ERROR_MESSAGES, ERROR_STATUS } from './errors.ts'
import type { Route } from './route.ts'
import { SCOPES } from './scopes.ts'

type Json = Record<string, unknown>

/** The body of every answer that is no success (specification, errors). */
export const ErrorShape = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERROR_STATUS)),
    message: z.string(),
    details: z.strictObject({
      reason: z.string().optional(),
      fields: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
    }),
    correlation_id: z.string(),
  }),
})

const CORRELATION = {
  'x-correlation-id': { description: 'O mesmo identificador do corpo de erro', schema: { type: 'string' } },
}
const LIMITS = {
  'RateLimit-Limit': { description: 'Chamadas que cabem na janela', schema: { type: 'string' } },
  'RateLimit-Remaining': { description: 'Chamadas que restam', schema: { type: 'string' } },
  'RateLimit-Reset': { description: 'Segundos até a janela recomeçar', schema: { type: 'string' } },
}

/** The OpenAPI 3.1 description of the routes, made from the very schemas that validate and present. */
export function openApiOf<C extends Context>(routes: Route<C>[], publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pix Charge Service API',
      version: '1',
      description: 'Cobranças Pix, saldo, extrato, repasses e webhooks de uma conta de lojista.',
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `Chave de API. Escopos: ${SCOPES.join(', ')}.`,
        },
      },
      schemas: { Error: schemaOf(ErrorShape, 'output') },
    },
  }
}

function operationOf<C extends Context>(route: Route<C>): Json {
  const body = schemaOf(route.body, 'input')
  const hasBody = Object.keys(propertiesOf(body)).length > 0
  return {
    summary: route.summary,
    operationId: `${route.method}${route.path.replaceAll(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())}`,
    description: route.scope === 'any' ? 'Qualquer chave válida.' : `Escopo \`${route.scope}\`.`,
    'x-scope': route.scope === 'any' ? null : route.scope,
    parameters: [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...(hasBody
      ? { requestBody: { required: isRequired(body), content: { 'application/json': { schema: body } } } }
      : {}),
    responses: { ...successes(route), ...failures(route) },
  }
}

const pathParameters = (path: string): Json[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters<C extends Context>(route: Route<C>): Json[] {
  return Object.entries(propertiesOf(schemaOf(route.query, 'input'))).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
}

function headerParameters<C extends Context>(route: Route<C>): Json[] {
  if (!route.needsIdempotencyKey) return []
  const schema = { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }
  return [{ name: 'Idempotency-Key', in: 'header', required: true, schema }]
}

function successes<C extends Context>(route: Route<C>): Json {
  const entries = Object.entries(route.answers).map(([status, shape]) => {
    const replay = status === '200' && route.needsIdempotencyKey
    const replayed = { 'Idempotent-Replayed': { schema: { type: 'string', const: 'true' } } }
    const answer = {
      description: replay ? 'A mesma chave e o mesmo corpo de uma chamada anterior' : 'Sucesso',
      headers: { ...CORRELATION, ...LIMITS, ...(replay ? replayed : {}) },
      content: { 'application/json': { schema: schemaOf(shape, 'output') } },
    }
    return [status, answer] as const
  })
  return Object.fromEntries(entries)
}

/** What a route may refuse with: the door's own refusals for all, the rest by what the route takes. */
function failures<C extends Context>(route: Route<C>): Json {
  const writes = route.method !== 'get'
  const named = route.path.includes(':')
  const statuses = [401, 403, 429, 422, 500, ...(named ? [404] : []), ...(writes ? [409, 413, 503] : [])]
  const entries = statuses.map((status) => {
    const codes = Object.entries(ERROR_STATUS).filter(([, of]) => of === status)
    const retry = status === 429 || status === 503
    const answer = {
      description: codes.map(([code]) => `\`${code}\`: ${ERROR_MESSAGES.get(code) ?? ''}`).join('\n\n'),
      headers: {
        ...CORRELATION,
        ...(retry
          ? { 'Retry-After': { description: 'Segundos a esperar', schema: { type: 'string' } } }
          : {}),
      },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
    return [String(status), answer] as const
  })
  return Object.fromEntries(entries)
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const Properties = z.object({ properties: z.record(z.string(), z.unknown()).default({}) })
const propertiesOf = (schema: Json): Record<string, unknown> => Properties.parse(schema).properties

const isRequired = (schema: Json): boolean =>
  Array.isArray(schema['required']) && schema['required'].length > 0
