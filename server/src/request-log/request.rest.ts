import { z } from 'zod'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import type { Context } from '../kernel/context.ts'
import { fault } from '../kernel/input/faults.ts'
import { HTTP_METHODS } from '../kernel/metrics/http-metrics.ts'
import { COMPONENTS, instant, openList, pageOf } from '../kernel/output/shapes.ts'
import { ERROR_CODES } from '../kernel/problem.ts'
import { IDEMPOTENCY_RESULTS } from '../kernel/served-call.ts'
import { listRequests, type RequestRow } from './request.queries.ts'

const RequestShape = z.strictObject({
  correlation_id: z.string().describe('O mesmo de x-correlation-id e do corpo de erro'),
  started_at: instant,
  method: z.string().describe('_OTHER: um método incomum'),
  route: z.string().describe('O padrão do caminho, como /v1/pix/charges/:id'),
  query_parameters: z
    .array(z.string())
    .describe('Os nomes dos parâmetros enviados, nunca os valores; unknown: um nome que a rota não tem'),
  status: z.int().describe('499: o cliente desconectou antes da resposta'),
  code: openList(ERROR_CODES).nullable().describe('error.code; null em caso de sucesso'),
  reason: z
    .string()
    .nullable()
    .describe('error.details.reason; null em caso de sucesso e em erros sem reason'),
  duration_ms: z.int(),
  idempotency: openList(IDEMPOTENCY_RESULTS).nullable(),
  fields: z
    .array(z.strictObject({ path: z.string(), code: z.string() }))
    .describe('Os campos inválidos de uma chamada recusada; unknown: um campo que a rota não tem'),
})
RequestShape.register(COMPONENTS, { id: 'Request' })

/** An HTTP status as a text of three digits. */
const status = z
  .string()
  .regex(/^[1-5]\d{2}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 100, maximum: 599 })

/** The form of the path pattern of a route. */
const ROUTE = /^[\w/:-]{1,200}$/

const ListQuery = z.strictObject({
  correlation_id: z.guid().optional().describe('Só a chamada com este x-correlation-id'),
  method: z
    .enum(HTTP_METHODS)
    .optional()
    .describe('Só as chamadas com este método; _OTHER: um método incomum'),
  route: z
    .string()
    .refine((text) => ROUTE.test(text), { params: fault('format') })
    .optional()
    .meta({ pattern: ROUTE.source, description: 'Só as chamadas desta rota, como /v1/pix/charges/:id' }),
  status: status.optional().describe('Só as respostas com este status HTTP'),
  code: z.enum(ERROR_CODES).optional().describe('Só as respostas com este error.code'),
  started_from: dateTime.optional().describe('Só as chamadas a partir deste momento, que é incluído'),
  started_to: dateTime.optional().describe('Só as chamadas antes deste momento'),
  limit: limit(200, 50),
  cursor,
})

export const requestRoutes: Route<Context>[] = [
  route('get', '/v1/requests', {
    operationId: 'listRequests',
    // A key with any scope may list the calls that were made with this key.
    scope: 'any',
    summary:
      'Lista as chamadas feitas com esta chave nos últimos 30 dias, da mais recente para a mais antiga',
    query: ListQuery,
    body: none,
    responses: { 200: pageOf(RequestShape).register(COMPONENTS, { id: 'RequestPage' }) },
    async handle({ ctx, caller, merchantId, query }) {
      const filter = {
        merchantId,
        apiKeyId: caller.apiKeyId,
        correlationId: query.correlation_id,
        method: query.method,
        route: query.route,
        status: query.status,
        code: query.code,
        from: query.started_from,
        to: query.started_to,
      }
      const page = await listRequests(ctx, filter, query)
      return { status: 200, body: { items: page.items.map(present), next_cursor: page.nextCursor } }
    },
  }),
]

const present = (row: RequestRow): z.infer<typeof RequestShape> => ({
  correlation_id: row.correlationId,
  started_at: row.startedAt.toISOString(),
  method: row.method,
  route: row.route,
  query_parameters: row.queryNames,
  status: row.status,
  code: row.code,
  reason: row.reason,
  duration_ms: row.durationMs,
  idempotency: row.idempotency,
  fields: row.fields,
})
