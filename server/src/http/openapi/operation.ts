import type { Context } from '../../kernel/context.ts'
import { JSON_LINES, type Route } from '../route.ts'
import { refOf, schemaOf, type JsonSchema } from './components.ts'
import { exampleOf } from './examples.ts'
import { CORRELATION, LIMITS } from './headers.ts'
import type { Examples, OperationExample } from './recorded.ts'
import { parametersOf } from './parameters.ts'
import { propertiesOf } from './properties.ts'
import { failures } from './refusals.ts'
import { tagOf } from './tags.ts'
import { uploadContent } from './upload.ts'

/** Describes a route as an OpenAPI operation. */
export function operationOf<C extends Context>(route: Route<C>, examples: Examples): JsonSchema {
  const example = examples[route.operationId]
  return {
    summary: route.summary,
    operationId: route.operationId,
    tags: [tagOf(route.path)],
    description: route.scope === 'any' ? 'Qualquer chave válida.' : `Escopo \`${route.scope}\`.`,
    'x-scope': route.scope === 'any' ? null : route.scope,
    parameters: parametersOf(route, example),
    ...requestBody(route, example),
    responses: { ...successes(route, example), ...failures(route) },
  }
}

function requestBody<C extends Context>(route: Route<C>, recorded: OperationExample | undefined): JsonSchema {
  if (route.upload) return { requestBody: { required: true, content: uploadContent(route.upload) } }
  const schema = schemaOf(route.body, 'input')
  if (Object.keys(propertiesOf(schema)).length === 0) return {}
  const example = recorded?.request ?? exampleOf(schema)
  const content = { 'application/json': { schema, example } }
  return { requestBody: { required: !route.body.safeParse(undefined).success, content } }
}

function successes<C extends Context>(route: Route<C>, recorded: OperationExample | undefined): JsonSchema {
  const entries = Object.entries(route.responses).map(([status, shape]) => {
    const replay = status === '200' && route.needsIdempotencyKey
    const replayed = {
      'Idempotent-Replayed': {
        description: 'true: nada foi executado de novo',
        schema: { type: 'string', const: 'true' },
      },
    }
    const answer = {
      description: successText(route, replay),
      headers: { ...CORRELATION, ...LIMITS, ...(replay ? replayed : {}) },
      content: {
        [route.isJsonLines ? JSON_LINES : 'application/json']: {
          schema: refOf(shape),
          example: recorded?.responses[status] ?? exampleOf(schemaOf(shape, 'output')),
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
