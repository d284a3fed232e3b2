import { z } from 'zod'
import type { WebhookReplay } from '../webhooks/webhook-replay.entity.ts'
import { listReplays } from '../webhooks/webhook-replay.queries.ts'
import { eventsOf } from './endpoints.list.ts'
import { exportList } from './export-list.ts'
import { merchantId, orUndefined } from './filter-parts.ts'

export const replaysList = exportList({
  permission: 'webhook_delivery.read',
  filter: z.strictObject({ merchantId, endpointId: merchantId.nullish() }),
  columns: {
    what: ['code', (replay: WebhookReplay) => wantedBy(replay)],
    from: ['time', (replay) => replay.fromAt],
    to: ['time', (replay) => replay.toAt],
    events: ['code', (replay) => eventsOf(replay.eventTypes)],
    status: ['code', (replay) => replay.status],
    replayed: ['count', (replay) => replay.done + replay.failed],
    matched: ['count', (replay) => replay.matched],
    failed: ['count', (replay) => replay.failed],
    created_at: ['time', (replay) => replay.createdAt],
    id: ['text', (replay) => replay.id],
  },
  page: (ctx, { merchantId: owner, endpointId }, request) =>
    listReplays(ctx, owner, request, orUndefined(endpointId)),
})

const wantedBy = ({ deliveryStatus, includeSucceeded }: WebhookReplay): string =>
  deliveryStatus ?? (includeSucceeded ? 'all' : 'missed')
