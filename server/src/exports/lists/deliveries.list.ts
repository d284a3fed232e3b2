import { z } from 'zod'
import { DELIVERY_STATUSES, type WebhookDelivery } from '../../webhooks/deliveries/delivery.entity.ts'
import { listDeliveries } from '../../webhooks/deliveries/delivery.queries.ts'
import { isRetrying } from '../../webhooks/deliveries/next-attempt.ts'
import { exportList } from '../export-list.ts'
import { merchantId, moment, orUndefined, words } from '../filter-parts.ts'

export const deliveriesList = exportList({
  permission: 'webhook_delivery.read',
  filter: z.strictObject({
    merchantId,
    endpointId: merchantId.nullish(),
    eventType: words,
    status: z.array(z.enum(DELIVERY_STATUSES)).nullish(),
    errorClass: words,
    retrying: z.boolean().nullish(),
    createdFrom: moment,
    createdTo: moment,
  }),
  period: ({ createdFrom, createdTo }) => ({ from: createdFrom ?? null, to: createdTo ?? null }),
  columns: {
    event: ['text', (delivery: WebhookDelivery) => delivery.eventType],
    status: ['code', (delivery) => (isRetrying(delivery) ? 'retrying' : delivery.status)],
    answer: ['code', (delivery) => delivery.lastStatusCode?.toString() ?? delivery.lastError],
    attempts: ['count', (delivery) => delivery.attempts],
    created_at: ['time', (delivery) => delivery.createdAt],
    id: ['text', (delivery) => delivery.id],
  },
  page(ctx, { merchantId: owner, ...given }, request) {
    const filter = {
      endpointId: orUndefined(given.endpointId),
      eventType: orUndefined(given.eventType),
      status: orUndefined(given.status),
      errorClass: orUndefined(given.errorClass),
      retrying: orUndefined(given.retrying),
      createdFrom: orUndefined(given.createdFrom),
      createdTo: orUndefined(given.createdTo),
    }
    return listDeliveries(ctx, owner, filter, request)
  },
})
