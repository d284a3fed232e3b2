import type { FilterQuery } from '@mikro-orm/core'
import type { QBFilterQuery } from '@mikro-orm/postgresql'
import { manyByOwner } from '../../graphql/data-loaders.ts'
import type { Context } from '../../kernel/context.ts'
import { entities } from '../../kernel/database/entities.ts'
import { isUuid } from '../../kernel/ids.ts'
import { countEntities } from '../../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { Problem } from '../../kernel/problem.ts'
import { WebhookAttempt } from './attempt.entity.ts'
import { WebhookDelivery, type DeliveryStatus } from './delivery.entity.ts'

export interface DeliveryFilter {
  endpointId?: string | undefined
  eventId?: string | undefined
  eventType?: string | undefined
  status?: readonly DeliveryStatus[] | undefined
  /** Selects deliveries by the error of the last attempt. This filter matches only deliveries that did not succeed. */
  errorClass?: string | undefined
  /** Selects deliveries by whether they wait for a retry, as `isRetrying` decides. */
  retrying?: boolean | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
}

const LIST = 'webhook_deliveries.v1'
const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const

/** Lists one page of the merchant's deliveries, newest first. */
export async function listDeliveries(
  ctx: Context,
  merchantId: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const bound = { merchantId, ...filter }
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  const where: FilterQuery<WebhookDelivery>[] = conditions(merchantId, filter)
  if (after) where.push(olderThan(new Date(after['at'] ?? 0), after['id'] ?? ''))
  const rows = await entities(ctx).find(
    WebhookDelivery,
    { $and: where },
    { orderBy: NEWEST_FIRST, limit: page.limit + 1 },
  )
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
  )
}

/** Counts the deliveries that match `filter`. Stops counting at `most`. */
export const countDeliveries = (
  ctx: Context,
  merchantId: string,
  filter: DeliveryFilter,
  most: number,
): Promise<number> =>
  countEntities(ctx, WebhookDelivery, {
    where: { $and: conditions(merchantId, filter) },
    orderBy: NEWEST_FIRST,
    most,
  })

function conditions(merchantId: string, filter: DeliveryFilter): QBFilterQuery<WebhookDelivery>[] {
  const all: QBFilterQuery<WebhookDelivery>[] = [{ merchantId }]
  if (filter.endpointId !== undefined) all.push({ endpointId: filter.endpointId })
  if (filter.eventId !== undefined) all.push({ eventId: filter.eventId })
  if (filter.eventType !== undefined) all.push({ eventType: filter.eventType })
  if (filter.status && filter.status.length > 0) all.push({ status: { $in: [...filter.status] } })
  // Repeats the condition of the partial index on errors, so that the planner can use this index.
  if (filter.errorClass !== undefined)
    all.push({ lastError: filter.errorClass, status: { $ne: 'succeeded' } })
  if (filter.retrying === true)
    all.push({ status: 'pending', trigger: 'auto', scheduledAttempts: { $gt: 0 } })
  if (filter.retrying === false)
    all.push({
      $or: [{ status: { $ne: 'pending' } }, { trigger: { $ne: 'auto' } }, { scheduledAttempts: 0 }],
    })
  if (filter.createdFrom) all.push({ createdAt: { $gte: filter.createdFrom } })
  if (filter.createdTo) all.push({ createdAt: { $lt: filter.createdTo } })
  return all
}

const olderThan = (createdAt: Date, id: string): FilterQuery<WebhookDelivery> => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { id: { $lt: id } }],
})

/**
 * Returns a delivery.
 * @throws Problem not_found, reason `webhook_delivery_not_found`: the id is unknown, malformed or of another merchant.
 */
export async function getDelivery(ctx: Context, merchantId: string, id: string): Promise<WebhookDelivery> {
  const delivery = isUuid(id) ? await entities(ctx).findOne(WebhookDelivery, { merchantId, id }) : null
  if (!delivery) throw new Problem('not_found', { reason: 'webhook_delivery_not_found' })
  return delivery
}

/** Lists the deliveries of the given events of a merchant, oldest first. */
export function listDeliveriesOfEvents(
  ctx: Context,
  merchantId: string,
  eventIds: readonly string[],
): Promise<WebhookDelivery[]> {
  return entities(ctx).find(
    WebhookDelivery,
    { merchantId, eventId: { $in: [...eventIds] } },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  )
}

/** Lists the attempts of the given deliveries of a merchant, ordered by delivery and attempt number. */
export function listAttempts(
  ctx: Context,
  merchantId: string,
  deliveryIds: readonly string[],
): Promise<WebhookAttempt[]> {
  return entities(ctx).find(
    WebhookAttempt,
    { merchantId, deliveryId: { $in: [...deliveryIds] } },
    { orderBy: { deliveryId: 'asc', n: 'asc' } },
  )
}

/** Loads the deliveries of an event. Batches the events of one request into one query. */
export const deliveriesOfEvent = manyByOwner(listDeliveriesOfEvents, (delivery) => delivery.eventId)
