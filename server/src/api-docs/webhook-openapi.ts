import { z } from 'zod'
import { refOf, type JsonSchema } from '../http/openapi/components.ts'
import { WEBHOOK_TAG } from '../http/openapi/tags.ts'
import { COMPONENTS, environment, instant } from '../kernel/output/shapes.ts'
import { exampleOfEvent } from './event-examples.ts'
import { EVENT_DATA } from '../webhooks/events/event-data.ts'
import { EVENT_TYPES, EVENT_VERSION, type EventType } from '../webhooks/events/event-types.ts'

/** The path of the merchants' guide to webhooks. */
export const WEBHOOK_GUIDE_PATH = '/docs/webhooks'

const SIGNATURE = `\`t=<segundos unix>,v1=<hex>\`: \`v1\` é o HMAC-SHA256, em hexadecimal minúsculo, de
\`t + "." + corpo bruto\`; a chave é o segredo inteiro, com o prefixo \`whsec_\`. Durante uma rotação há dois \`v1\`:
aceite qualquer um. Recuse quando \`t\` estiver a mais de 300 segundos do seu relógio.`

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const parameters = (type: string) => [
  header('x-svc-signature', SIGNATURE, `t=1795435200,v1=${'0123456789abcdef'.repeat(4)}`),
  header('x-svc-event-id', 'O mesmo em todas as tentativas e reenvios', 'evt_01JD0M3Q4S5T6V7W8X9Y0Z1A2B'),
  header('x-svc-event-type', 'O tipo do evento', type),
  header('x-svc-event-version', 'A versão do formato', EVENT_VERSION),
]

/** Returns the name of an event type in PascalCase: `ChargePaid` for `charge.paid`. */
const pascalCase = (type: string): string =>
  type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Returns the schema of the member `data` of an event type. The schema is named after the first event type that uses
 * it.
 */
function dataShape(type: EventType): z.ZodObject {
  const shape: z.ZodObject = EVENT_DATA[type]
  if (!COMPONENTS.has(shape)) shape.register(COMPONENTS, { id: `${pascalCase(type)}Data` })
  return shape
}

const eventShape = (type: EventType) =>
  z
    .strictObject({
      id: z.string(),
      type: z.literal(type),
      version: z.literal(EVENT_VERSION),
      created_at: instant,
      environment,
      data: dataShape(type),
    })
    .register(COMPONENTS, { id: `${pascalCase(type)}Event` })

/** The schema of the body of each event type. */
export const EVENT_SHAPES: ReadonlyMap<string, ReturnType<typeof eventShape>> = new Map(
  EVENT_TYPES.map((type) => [type, eventShape(type)]),
)

function eventShapeOf(type: EventType): z.ZodType {
  const shape = EVENT_SHAPES.get(type)
  if (!shape) throw new Error(`BUG: eventShapeOf: no schema for ${type}`)
  return shape
}

/** The name of the schema of any event, which clients use for the body of a webhook. */
const ANY_EVENT = 'WebhookEvent'

/** Returns the schema of any event: the schemas of all types, distinguished by `type`. */
export function anyEventSchema(): Record<string, JsonSchema> {
  const refs = Array.from(EVENT_SHAPES, ([type, shape]) => [type, refOf(shape).$ref] as const)
  return {
    [ANY_EVENT]: {
      description: 'Um evento de qualquer tipo. Ignore um tipo que o seu código não conhece.',
      oneOf: refs.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
    },
  }
}

/**
 * Returns the `webhooks` section of the OpenAPI document: one webhook for any event, and one for each event type, with
 * headers and body.
 */
export function webhooksOpenApi(): Record<string, object> {
  const types = EVENT_TYPES.map((type) => [
    type,
    { post: operationOf(type, { schema: refOf(eventShapeOf(type)), example: exampleOfEvent(type) }) },
  ])
  const ofAnyEvent = operationOf('any', {
    schema: { $ref: `#/components/schemas/${ANY_EVENT}` },
    example: exampleOfEvent('charge.paid'),
  })
  return { event: { post: ofAnyEvent }, ...Object.fromEntries(types) }
}

function operationOf(type: string, content: { schema: object; example: unknown }): object {
  return {
    summary: type === 'any' ? 'Qualquer evento' : `Evento ${type}`,
    operationId: type === 'any' ? 'receiveEvent' : `receive${pascalCase(type)}`,
    tags: [WEBHOOK_TAG],
    description: `Entregue ao menos uma vez, em qualquer ordem. Guia: [webhooks](${WEBHOOK_GUIDE_PATH}).`,
    security: [],
    parameters: parameters(type === 'any' ? 'charge.paid' : type),
    requestBody: { required: true, content: { 'application/json': content } },
    responses: {
      '2XX': {
        description: 'Recebido. Qualquer outra resposta, ou nenhuma em 5 segundos, é tentada de novo.',
      },
    },
  }
}
