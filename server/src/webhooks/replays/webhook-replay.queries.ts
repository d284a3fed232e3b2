import type { FilterObject, FilterQuery } from '@mikro-orm/core'
import type { Context } from '../../kernel/context.ts'
import { entities } from '../../kernel/database/entities.ts'
import { countEntities } from '../../kernel/database/count.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../../kernel/database/page.ts'
import { Problem } from '../../kernel/problem.ts'
import { WebhookReplay } from './webhook-replay.entity.ts'

const LIST = 'webhook_replays.v1'
const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const

/** Lists one page of the merchant's replays, newest first. `endpointId` limits the list to one endpoint. */
export async function listReplays(
  ctx: Context,
  merchantId: string,
  page: PageRequest,
  endpointId?: string,
): Promise<Page<WebhookReplay>> {
  const bound = { merchantId, endpointId }
  const where: FilterQuery<WebhookReplay>[] = conditions(merchantId, endpointId)
  const after = page.cursor ? readCursor(ctx.vault, LIST, bound, page.cursor) : undefined
  if (after) where.push(olderThan(new Date(after['at'] ?? 0), after['id'] ?? ''))
  const rows = await entities(ctx).find(
    WebhookReplay,
    { $and: where },
    { orderBy: NEWEST_FIRST, limit: page.limit + 1 },
  )
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, bound, { at: last.createdAt.toISOString(), id: last.id }),
  )
}

/** Counts the replays that `listReplays` lists. Stops counting at `most`. */
export const countReplays = (
  ctx: Context,
  merchantId: string,
  most: number,
  endpointId?: string,
): Promise<number> =>
  countEntities(ctx, WebhookReplay, {
    where: { $and: conditions(merchantId, endpointId) },
    orderBy: NEWEST_FIRST,
    most,
  })

const conditions = (merchantId: string, endpointId?: string): FilterObject<WebhookReplay>[] =>
  endpointId === undefined ? [{ merchantId }] : [{ merchantId }, { endpointId }]

const olderThan = (createdAt: Date, id: string): FilterQuery<WebhookReplay> => ({
  createdAt: { $lte: createdAt },
  $or: [{ createdAt: { $lt: createdAt } }, { id: { $lt: id } }],
})

/**
 * Returns a replay.
 * @throws Problem not_found, reason `webhook_replay_not_found`: the id is unknown, malformed or another merchant's.
 */
export async function getReplay(ctx: Context, merchantId: string, id: string): Promise<WebhookReplay> {
  const replay = isUuid(id) ? await entities(ctx).findOne(WebhookReplay, { merchantId, id }) : null
  if (!replay) throw new Problem('not_found', { reason: 'webhook_replay_not_found' })
  return replay
}
