import { z } from 'zod'
import { nameOfReplayStarter } from '../../statement/audit/replay-starts.queries.ts'
import { findEndpoints } from '../../webhooks/endpoints/endpoint.queries.ts'
import type { WebhookReplay } from '../../webhooks/replays/webhook-replay.entity.ts'
import { listReplays } from '../../webhooks/replays/webhook-replay.queries.ts'
import { eventsOf } from './endpoints.list.ts'
import { exportList } from '../export-list.ts'
import { merchantId, orUndefined } from '../filter-parts.ts'

interface Row {
  replay: WebhookReplay
  endpoint: string
  startedBy: string | null
}

export const replaysList = exportList({
  permission: 'webhook_delivery.read',
  filter: z.strictObject({ merchantId, endpointId: merchantId.nullish() }),
  columns: {
    endpoint: ['text', ({ endpoint }: Row) => endpoint],
    what: ['code', ({ replay }) => wantedBy(replay)],
    from: ['time', ({ replay }) => replay.fromAt],
    to: ['time', ({ replay }) => replay.toAt],
    events: ['code', ({ replay }) => eventsOf(replay.eventTypes)],
    status: ['code', ({ replay }) => replay.status],
    replayed: ['count', ({ replay }) => replay.done + replay.failed],
    matched: ['count', ({ replay }) => replay.matched],
    failed: ['count', ({ replay }) => replay.failed],
    created_at: ['time', ({ replay }) => replay.createdAt],
    started_by: ['code', ({ startedBy }) => startedBy],
    finished_at: ['time', ({ replay }) => replay.finishedAt],
    id: ['text', ({ replay }) => replay.id],
  },
  async page(ctx, { merchantId: owner, endpointId }, request) {
    const { items, nextCursor } = await listReplays(ctx, owner, request, orUndefined(endpointId))
    const ids = new Set(items.map((replay) => replay.endpointId))
    const endpoints = await findEndpoints(ctx, [...ids])
    const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
    const rows = items.map(async (replay) => ({
      replay,
      endpoint: urls.get(replay.endpointId) ?? replay.endpointId,
      startedBy: await nameOfReplayStarter(ctx, replay),
    }))
    return { items: await Promise.all(rows), nextCursor }
  },
})

function wantedBy({ source, deliveryStatus, includeSucceeded }: WebhookReplay): string {
  if (source === 'events') return includeSucceeded ? 'allEvents' : 'events'
  return deliveryStatus ?? (includeSucceeded ? 'all' : 'missed')
}
