import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { Problem, type ProblemCode } from '../kernel/problem.ts'
import { codeOfReason, ERROR_MESSAGES, ERROR_STATUS, errorResponse, type Reason } from './errors.ts'
import { COMPONENTS } from '../kernel/output/shapes.ts'
import { componentSchemas, refOf, schemaOf, type JsonSchema } from './openapi-components.ts'
import { isRequired, propertiesOf } from './openapi-properties.ts'
import { exampleOf } from './openapi-examples.ts'
import { FILE_NAME, uploadContent } from './openapi-upload.ts'
import { JSON_LINES, type Route } from './route.ts'
import { SCOPES } from '../kernel/scopes.ts'

const DISABLED_REASON = 'Só com reason webhook_endpoint_disabled: failing, gone ou manual'

/** The body of every error response. */
export const ErrorShape = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERROR_STATUS)),
    message: z.string(),
    details: z.strictObject({
      reason: z.string().optional(),
      fields: z.array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
      disabled_reason: z.string().optional().describe(DISABLED_REASON),
    }),
    correlation_id: z.string(),
  }),
})
ErrorShape.register(COMPONENTS, { id: 'Error' })

const CORRELATION = {
  'x-correlation-id': { description: 'O mesmo identificador do corpo de erro', schema: { type: 'string' } },
}
const LIMITS = {
  'RateLimit-Limit': { description: 'Chamadas que cabem na janela', schema: { type: 'string' } },
  'RateLimit-Remaining': { description: 'Chamadas que restam', schema: { type: 'string' } },
  'RateLimit-Reset': { description: 'Segundos até a janela recomeçar', schema: { type: 'string' } },
}

/** The changelog page for merchants. */
export const CHANGELOG_PATH = '/docs/changelog'
/** The guide to disputes for merchants. */
export const DISPUTE_GUIDE_PATH = '/docs/disputes'

const DESCRIPTION = `Cobranças Pix, saldo, extrato, repasses e webhooks de uma conta de lojista.

- **Valores** em centavos: nas respostas, sempre texto decimal.
- **Datas** em ISO 8601, UTC, com milissegundos.
- **Idempotência**: com a mesma \`Idempotency-Key\` e o mesmo corpo, nada é executado de novo e a resposta é 200 com
  \`Idempotent-Replayed: true\`. Em erro de rede, 429, 500 e 503, repita com a mesma chave e espera crescente.
- **Listas** da mais recente para a mais antiga: repita os mesmos filtros com o \`next_cursor\` recebido; \`null\` é a
  última página.
- **Erros**: decida por \`error.code\` e \`error.details.reason\`, nunca pelo texto; informe o \`correlation_id\` ao
  suporte.
- **Contestações (MED)**: o [guia](${DISPUTE_GUIDE_PATH}) vai do aviso à decisão.
- **Mudanças**: a [lista de mudanças](${CHANGELOG_PATH}) diz o que mudou para lojistas, e quando.`

/** Generates the OpenAPI 3.1 description of the routes from the schemas that validate requests and responses. */
export function openApiOf<C extends Context>(routes: Route<C>[], publicUrl: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pix Charge Service API',
      version: '1',
      description: DESCRIPTION,
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
      schemas: componentSchemas(),
    },
  }
}

function operationOf<C extends Context>(route: Route<C>): JsonSchema {
  const body = schemaOf(route.body, 'input')
  const hasBody = Object.keys(propertiesOf(body)).length > 0
  const content = route.upload
    ? uploadContent(route.upload)
    : { 'application/json': { schema: body, example: exampleOf(body) } }
  return {
    summary: route.summary,
    operationId: `${route.method}${route.path.replaceAll(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())}`,
    tags: [TAGS.find(([prefix]) => route.path.startsWith(prefix))?.[1] ?? 'Conta'],
    description: route.scope === 'any' ? 'Qualquer chave válida.' : `Escopo \`${route.scope}\`.`,
    'x-scope': route.scope === 'any' ? null : route.scope,
    parameters: [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...(hasBody || route.upload
      ? { requestBody: { required: route.upload !== undefined || isRequired(body), content } }
      : {}),
    responses: { ...successes(route), ...failures(route) },
  }
}

const TAGS = [
  ['/v1/pix', 'Cobranças'],
  ['/v1/disputes', 'Contestações'],
  ['/v1/statement', 'Extrato e saldo'],
  ['/v1/balance', 'Extrato e saldo'],
  ['/v1/payouts', 'Repasses'],
  ['/v1/reconciliation', 'Conciliação'],
  ['/v1/webhooks', 'Webhooks'],
] as const

const pathParameters = (path: string): JsonSchema[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
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

/** One possible error of a route: its code and, if it has one, its reason. */
interface Refusal {
  code: ProblemCode
  reason?: Reason
}

/** Returns the HTTP status of each possible error of a route. */
export const failureStatuses = <C extends Context>(route: Route<C>): number[] =>
  refusalsOf(route).map(({ code }) => ERROR_STATUS[code])

/**
 * Returns the possible errors of a route: errors of any route, errors that its inputs imply, and errors that it
 * declares.
 */
function refusalsOf<C extends Context>(route: Route<C>): Refusal[] {
  const queryFields = propertiesOf(schemaOf(route.query, 'input'))
  const writes = route.method !== 'get'
  const codes: ProblemCode[] = EVERYWHERE.concat(
    route.path.includes(':') ? ['not_found'] : [],
    route.needsIdempotencyKey ? ['idempotency_conflict'] : [],
    writes ? ['conflict'] : [],
    writes && !route.upload ? ['payload_too_large'] : [],
  )
  const reasons: Reason[] = [
    ...(route.scope === 'any' ? [] : ['missing_scope' as const]),
    ...(writes && !route.upload ? ['invalid_json' as const, 'unsupported_media_type' as const] : []),
    ...('cursor' in queryFields ? ['invalid_cursor' as const, 'cursor_filter_mismatch' as const] : []),
    ...route.refusals,
  ]
  const named = reasons.map((reason) => ({ code: codeOfReason(reason), reason }))
  const plain = codes.filter((code) => !(REASON_ALWAYS.has(code) && named.some((one) => one.code === code)))
  return [...plain.map((code) => ({ code })), ...named]
}

/** Codes that any route may return. */
const EVERYWHERE: ProblemCode[] = [
  'unauthorized',
  'rate_limited',
  'validation_error',
  'internal_error',
  'service_unavailable',
]

/** Codes whose errors always have a reason if the route declares at least one reason for the code. */
const REASON_ALWAYS = new Set<ProblemCode>(['conflict', 'not_found'])

function failures<C extends Context>(route: Route<C>): JsonSchema {
  const byStatus = Map.groupBy(refusalsOf(route), ({ code }) => ERROR_STATUS[code])
  const entries = Array.from(byStatus, ([status, refusals]) => {
    const retry = status === 429 || status === 503
    const codes = new Set(refusals.map(({ code }) => code))
    const answer = {
      description: Array.from(codes, (code) => `\`${code}\`: ${ERROR_MESSAGES.get(code) ?? ''}`).join('\n\n'),
      headers: {
        ...CORRELATION,
        ...(status === 401 ? AUTHENTICATE : LIMITS),
        ...(retry ? RETRY_AFTER : {}),
      },
      content: {
        'application/json': {
          schema: refOf(ErrorShape),
          examples: Object.fromEntries(
            refusals.map((refusal) => [refusal.reason ?? refusal.code, { value: refusalExample(refusal) }]),
          ),
        },
      },
    }
    return [String(status), answer] as const
  })
  return Object.fromEntries(entries)
}

const RETRY_AFTER = { 'Retry-After': { description: 'Segundos a esperar', schema: { type: 'string' } } }
const AUTHENTICATE = { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } }

function refusalExample({ code, reason }: Refusal): object {
  const fields = [{ path: 'order_reference', code: 'required' as const }]
  const endpoint = reason === 'webhook_endpoint_disabled' ? { disabledReason: 'failing' } : {}
  const details = reason ? { reason, ...endpoint } : code === 'validation_error' ? { fields } : {}
  return errorResponse(new Problem(code, details), '0193d0e0-f0a0-7c1e-9a00-0123456789ab').body
}
