import type { Context } from '../../kernel/context.ts'
import { JSON_LINES, type Route } from '../route.ts'
import { refOf, schemaOf, type JsonSchema } from './components.ts'
import { exampleOf } from './examples.ts'
import { CORRELATION, LIMITS } from './headers.ts'
import { propertiesOf } from './properties.ts'
import { failures } from './refusals.ts'
import { tagOf } from './tags.ts'
import { FILE_NAME, uploadContent } from './upload.ts'

/** Describes a route as an OpenAPI operation. */
export function operationOf<C extends Context>(route: Route<C>): JsonSchema {
  return {
    summary: route.summary,
    operationId: route.operationId,
    tags: [tagOf(route.path)],
    description: route.scope === 'any' ? 'Qualquer chave válida.' : `Escopo \`${route.scope}\`.`,
    'x-scope': route.scope === 'any' ? null : route.scope,
    parameters: [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...requestBody(route),
    responses: { ...successes(route), ...failures(route) },
  }
}

function requestBody<C extends Context>(route: Route<C>): JsonSchema {
  if (route.upload) return { requestBody: { required: true, content: uploadContent(route.upload) } }
  const schema = schemaOf(route.body, 'input')
  if (Object.keys(propertiesOf(schema)).length === 0) return {}
  const content = { 'application/json': { schema, example: exampleOf(schema) } }
  return { requestBody: { required: !route.body.safeParse(undefined).success, content } }
}

const pathParameters = (path: string): JsonSchema[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'date' ? { type: 'string', format: 'date' } : { type: 'string' },
  }))

function queryParameters<C extends Context>(route: Route<C>): JsonSchema[] {
  return Object.entries(propertiesOf(schemaOf(route.query, 'input'))).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
}

function headerParameters<C extends Context>(route: Route<C>): JsonSchema[] {
  const schema = { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }
  return [
    ...(route.needsIdempotencyKey ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema }] : []),
    ...(route.upload ? [FILE_NAME] : []),
  ]
}

function successes<C extends Context>(route: Route<C>): JsonSchema {
  const entries = Object.entries(route.responses).map(([status, shape]) => {
    const replay = status === '200' && route.needsIdempotencyKey
    const replayed = { 'Idempotent-Replayed': { schema: { type: 'string', const: 'true' } } }
    const answer = {
      description: successText(route, replay),
      headers: { ...CORRELATION, ...LIMITS, ...(replay ? replayed : {}) },
      content: {
        [route.isJsonLines ? JSON_LINES : 'application/json']: {
          schema: refOf(shape),
          example: exampleOf(schemaOf(shape, 'output')),
        },
        ...(route.offersCsv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
      },
    }
    return [status, answer] as const
  })
  return Object.fromEntries(entries)
}

function successText<C extends Context>(route: Route<C>, isReplay: boolean): string {
  if (isReplay) return 'A mesma chave e o mesmo corpo de uma chamada anterior'
  return route.isJsonLines ? 'Sucesso: um objeto JSON por linha' : 'Sucesso'
}
