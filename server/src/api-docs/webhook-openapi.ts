import { z } from 'zod'
import { exampleOf } from '../http/openapi-examples.ts'
import { refOf, schemaOf } from '../http/openapi-components.ts'
import { COMPONENTS, instant } from '../kernel/output/shapes.ts'
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

/** Returns the component name of an event type: `EventChargePaid` for `charge.paid`. */
const nameOf = (type: EventType): string =>
  `Event${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`

const eventShape = (type: EventType) =>
  z
    .strictObject({
      id: z.string(),
      type: z.literal(type),
      version: z.literal(EVENT_VERSION),
      created_at: instant,
      environment: z.enum(['production', 'sandbox']),
      data: EVENT_DATA[type],
    })
    .register(COMPONENTS, { id: nameOf(type) })

/** The schema of the body of each event type. */
export const EVENT_SHAPES: ReadonlyMap<string, ReturnType<typeof eventShape>> = new Map(
  EVENT_TYPES.map((type) => [type, eventShape(type)]),
)

/** Returns the `webhooks` section of the OpenAPI document: every event type with its headers and body. */
export function webhooksOpenApi(): Record<string, object> {
  return Object.fromEntries(
    Array.from(EVENT_SHAPES, ([type, shape]) => [type, { post: operationOf(type, shape) }]),
  )
}

function operationOf(type: string, shape: ReturnType<typeof eventShape>): object {
  const example = { ...Object(exampleOf(schemaOf(shape, 'output'))), id: 'evt_01JD0M3Q4S5T6V7W8X9Y0Z1A2B' }
  return {
    summary: `Evento ${type}`,
    operationId: `webhook.${type}`,
    tags: ['Webhooks'],
    description: `Entregue ao menos uma vez, em qualquer ordem. Guia: [webhooks](${WEBHOOK_GUIDE_PATH}).`,
    security: [],
    parameters: parameters(type),
    requestBody: { required: true, content: { 'application/json': { schema: refOf(shape), example } } },
    responses: {
      '2XX': {
        description: 'Recebido. Qualquer outra resposta, ou nenhuma em 5 segundos, é tentada de novo.',
      },
    },
  }
}
