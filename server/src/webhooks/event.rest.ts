import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import { COMPONENTS, environment, instant, openText, pageOf } from '../kernel/output/shapes.ts'
import type { WebhookEvent } from './events/event.entity.ts'
import { countDeliveries, getEvent, listEvents, type DeliveryCounts } from './events/event.queries.ts'
import { EVENT_TYPES } from './events/event-types.ts'

const CountsShape = z.strictObject({ succeeded: z.int(), pending: z.int(), failed: z.int() })
CountsShape.register(COMPONENTS, { id: 'EventDeliveries' })

/** The REST representation of an event. */
const EventShape = z.strictObject({
  id: z.string(),
  type: openText(EVENT_TYPES),
  version: z.string(),
  environment,
  created_at: instant,
  data: z.record(z.string(), z.unknown()),
  deliveries: CountsShape,
})
EventShape.register(COMPONENTS, { id: 'Event' })

const ListQuery = z.strictObject({
  type: z.enum(EVENT_TYPES).optional(),
  created_from: dateTime.optional(),
  created_to: dateTime.optional(),
  charge_id: z.guid().optional(),
  delivered: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  limit: limit(200, 50),
  cursor,
})

export const eventRoutes: Route<Context>[] = [
  route('get', '/v1/webhooks/events', {
    operationId: 'listEvents',
    scope: 'webhooks:read',
    summary: 'Lista os eventos, do mais recente para o mais antigo',
    query: ListQuery,
    body: none,
    responses: { 200: pageOf(EventShape).register(COMPONENTS, { id: 'EventPage' }) },
    async handle({ ctx, merchantId, query }) {
      const filter = {
        type: query.type,
        createdFrom: query.created_from,
        createdTo: query.created_to,
        chargeId: query.charge_id,
        delivered: query.delivered,
      }
      const page = await listEvents(ctx, merchantId, filter, query)
      const items = await present(ctx, page.items)
      return { status: 200, body: { items, next_cursor: page.nextCursor } }
    },
  }),
  route('get', '/v1/webhooks/events/:id', {
    operationId: 'getEvent',
    scope: 'webhooks:read',
    summary: 'Lê um evento',
    query: none,
    body: none,
    responses: { 200: EventShape },
    refusals: ['webhook_event_not_found'],
    async handle({ ctx, merchantId, params }) {
      const [shown] = await present(ctx, [await getEvent(ctx, merchantId, params['id'] ?? '')])
      return { status: 200, body: { ...shown } }
    },
  }),
]

async function present(ctx: Context, events: WebhookEvent[]): Promise<z.infer<typeof EventShape>[]> {
  const counts = await countDeliveries(
    ctx,
    events.map(({ id }) => id),
  )
  return events.map((event) => presentEvent(event, counts.get(event.id)))
}

/** Takes `data` from the stored body, so that it equals the sent payload. */
function presentEvent(event: WebhookEvent, counts: DeliveryCounts | undefined): z.infer<typeof EventShape> {
  const sent: { data: Record<string, unknown> } = JSON.parse(event.body)
  return {
    id: event.id,
    type: event.type,
    version: event.version,
    environment: event.environment,
    created_at: event.createdAt.toISOString(),
    data: sent.data,
    deliveries: counts ?? { succeeded: 0, pending: 0, failed: 0 },
  }
}
