import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import { COMPONENTS, pageOf } from '../kernel/output/shapes.ts'
import { DELIVERY_STATUSES } from './deliveries/delivery.entity.ts'
import { DeliveryShape, DeliveryWithLogShape, presentAttempt, presentDelivery } from './delivery.present.ts'
import { getDelivery, listAttempts, listDeliveries } from './deliveries/delivery.queries.ts'
import { EVENT_TYPES } from './events/event-types.ts'
import { replayDelivery } from './deliveries/replay-delivery.ts'

const ListQuery = z.strictObject({
  endpoint_id: z.guid().optional(),
  event_id: z
    .string()
    .regex(/^evt_\w{1,60}$/)
    .optional(),
  event_type: z.enum(EVENT_TYPES).optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  created_from: dateTime.optional(),
  created_to: dateTime.optional(),
  limit: limit(200, 50),
  cursor,
})

export const deliveryRoutes: Route<Context>[] = [
  route('get', '/v1/webhooks/deliveries', {
    operationId: 'listDeliveries',
    scope: 'webhooks:read',
    summary: 'Lista as entregas, da mais recente para a mais antiga',
    query: ListQuery,
    body: none,
    responses: { 200: pageOf(DeliveryShape).register(COMPONENTS, { id: 'DeliveryPage' }) },
    async handle({ ctx, merchantId, query }) {
      const filter = {
        endpointId: query.endpoint_id,
        eventId: query.event_id,
        eventType: query.event_type,
        status: query.status && [query.status],
        createdFrom: query.created_from,
        createdTo: query.created_to,
      }
      const page = await listDeliveries(ctx, merchantId, filter, query)
      return { status: 200, body: { items: page.items.map(presentDelivery), next_cursor: page.nextCursor } }
    },
  }),
  route('get', '/v1/webhooks/deliveries/:id', {
    operationId: 'getDelivery',
    scope: 'webhooks:read',
    summary: 'Lê uma entrega com suas tentativas',
    query: none,
    body: none,
    responses: { 200: DeliveryWithLogShape },
    refusals: ['webhook_delivery_not_found'],
    async handle({ ctx, merchantId, params }) {
      const delivery = await getDelivery(ctx, merchantId, params['id'] ?? '')
      const attempts = await listAttempts(ctx, merchantId, [delivery.id])
      return {
        status: 200,
        body: { ...presentDelivery(delivery), attempts: attempts.map(presentAttempt) },
      }
    },
  }),
  route('post', '/v1/webhooks/deliveries/:id/replay', {
    operationId: 'replayDelivery',
    scope: 'webhooks:write',
    summary: 'Reenvia uma entrega',
    query: none,
    body: none,
    responses: { 202: DeliveryShape },
    refusals: [
      'webhook_delivery_not_found',
      'webhook_endpoint_not_found',
      'webhook_endpoint_disabled',
      'delivery_in_progress',
    ],
    async handle({ ctx, merchantId, params }) {
      const delivery = await replayDelivery(ctx, merchantId, params['id'] ?? '')
      return { status: 202, body: presentDelivery(delivery) }
    },
  }),
]
