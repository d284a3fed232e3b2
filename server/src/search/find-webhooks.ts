import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { eventCreatedAt } from '../webhooks/events/event-id.ts'
import { deliveryHit, endpointHit, eventHit, type SearchHit } from './search-hits.ts'

export async function findEndpointsById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await db(ctx)
    .selectFrom('webhook_endpoint')
    .select(['id', 'merchant_id as merchantId', 'url', 'status'])
    .where('id', '=', id)
    .execute()
  return rows.map(endpointHit)
}

export async function findDeliveriesById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await db(ctx)
    .selectFrom('webhook_delivery')
    .select([
      'id',
      'merchant_id as merchantId',
      'endpoint_id as endpointId',
      'event_type as eventType',
      'status',
    ])
    .where('id', '=', id)
    .execute()
  return rows.map(deliveryHit)
}

/** Finds a webhook event by its id. The timestamp in the id determines the partition. */
export async function findEventsById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await db(ctx)
    .selectFrom('webhook_event')
    .select(['id', 'merchant_id as merchantId', 'type', 'charge_id as chargeId'])
    .where('created_at', '=', eventCreatedAt(id))
    .where('id', '=', id)
    .execute()
  return rows.map(eventHit)
}
