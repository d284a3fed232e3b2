import type { Context } from '../../kernel/context.ts'
import type { Route } from '../route.ts'
import { schemaOf, type JsonSchema } from './components.ts'
import { propertiesOf } from './properties.ts'
import type { OperationExample } from './recorded.ts'
import { FILE_NAME } from './upload.ts'

/** The descriptions of parameters whose schema has no description, by name. */
const TEXTS: Record<string, string> = {
  id: 'O id do recurso. Um id malformado é tratado como um desconhecido: 404',
  date: 'O dia, no horário de São Paulo, como 2026-11-20',
  'Idempotency-Key':
    'De 8 a 200 caracteres ASCII visíveis. A mesma chave com o mesmo corpo não executa nada de novo',
  cursor: 'O next_cursor da página anterior; sem ele, a primeira página',
  status: 'Só os itens neste estado',
  order_reference: 'Só a cobrança deste pedido',
  charge_id: 'Só o que pertence a esta cobrança',
  endpoint_id: 'Só o que pertence a este endpoint',
  event_id: 'Só o que pertence a este evento',
  event_type: 'Só os eventos deste tipo',
  type: 'Só os eventos deste tipo',
  delivered: 'true: só os entregues a todos os endpoints; false: só os outros',
  created_from: 'Criados a partir deste momento, que é incluído',
  created_to: 'Criados antes deste momento',
  answer_until_from: 'Com prazo a partir deste momento, que é incluído',
  answer_until_to: 'Com prazo antes deste momento',
  from: 'O início do período, incluído, pela data do fato (economic_at). Padrão: os últimos 30 dias',
  to: 'O fim do período, não incluído, pela data do fato (economic_at)',
}

/** Describes the parameters of a route, with their recorded values as examples. */
export function parametersOf<C extends Context>(
  route: Route<C>,
  example: OperationExample | undefined,
): JsonSchema[] {
  const all = [...pathParameters(route.path), ...queryParameters(route), ...headerParameters(route)]
  return all.map((parameter) => withExample(described(parameter), example))
}

function described({ schema, ...parameter }: Parameter): Parameter {
  const { description = TEXTS[parameter.name], ...bare } = schema
  return { ...(description === undefined ? {} : { description }), ...parameter, schema: bare }
}

/** Adds the recorded value to a parameter as its example. */
function withExample(parameter: Parameter, example: OperationExample | undefined): JsonSchema {
  const value = example?.parameters[parameter.name]
  if (value === undefined) return parameter
  const isInteger = parameter.schema['type'] === 'integer'
  return { ...parameter, example: isInteger ? Number(value) : value }
}

/** A day from the year 2000 on. */
const DATE = { type: 'string', format: 'date', pattern: '^[2-9][0-9]{3}-[0-9]{2}-[0-9]{2}$' }

interface Parameter extends JsonSchema {
  name: string
  schema: JsonSchema
}

const pathParameters = (path: string): Parameter[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'date' ? DATE : { type: 'string' },
  }))

function queryParameters<C extends Context>(route: Route<C>): Parameter[] {
  return Object.entries(propertiesOf(schemaOf(route.query, 'input'))).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: { ...Object(schema) },
  }))
}

function headerParameters<C extends Context>(route: Route<C>): Parameter[] {
  const schema = { type: 'string', minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }
  return [
    ...(route.needsIdempotencyKey ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema }] : []),
    ...(route.upload ? [FILE_NAME] : []),
  ]
}
