import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { cursor, dateTime, limit } from '../http/query-parameters.ts'
import { none, route, type Route } from '../http/route.ts'
import { COMPONENTS, instant, openList, openText, pageOf } from '../kernel/output/shapes.ts'
import { eventTypesInput } from './endpoints/endpoint-input.ts'
import { SUBSCRIBABLE_EVENT_TYPES } from './events/event-types.ts'
import { previewReplay } from './replays/preview-replay.ts'
import { REPLAYED_MAX } from './replays/replay-filter.ts'
import { startReplay } from './replays/start-replay.ts'
import {
  REPLAY_SOURCES,
  REPLAY_STATUSES,
  REPLAYED_STATUSES,
  type WebhookReplay,
} from './replays/webhook-replay.entity.ts'
import { getReplay, listReplays } from './replays/webhook-replay.queries.ts'

const SOURCE = `deliveries: entregas do endpoint, pelo momento em que foram criadas. events: eventos da conta, pelo \
momento em que ocorreram, também os que o endpoint nunca recebeu`

/** The conditions of `assertReplayable` on `status`, as JSON Schema for the OpenAPI document. */
const STATUS_RULES = {
  dependentSchemas: { status: { properties: { source: { const: 'deliveries' } } } },
  not: {
    properties: { status: { const: 'succeeded' }, include_succeeded: { const: false } },
    required: ['status'],
  },
}

const ReplayBody = z
  .strictObject({
    endpoint_id: z.guid().describe('O endpoint ao qual reenviar'),
    source: z.enum(REPLAY_SOURCES).default('deliveries').describe(SOURCE),
    event_types: eventTypesInput
      .default([])
      .describe('Vazio: todos os tipos. Com source events, só os que o endpoint assina'),
    status: z
      .enum(REPLAYED_STATUSES)
      .optional()
      .describe(
        'Só com source deliveries. Sem ele: as que falharam e as puladas. succeeded pede include_succeeded',
      ),
    from: dateTime.describe('O início do período, incluído'),
    to: dateTime.describe('O fim do período, não incluído: no máximo 14 dias depois de from'),
    include_succeeded: z
      .boolean()
      .default(false)
      .describe('true: também o que já foi entregue. Precisa ser true com status succeeded'),
    dry_run: z.boolean().default(false).describe('true: conta sem reenviar, e responde 200'),
  })
  .meta(STATUS_RULES)

/** The REST representation of a replay. `queued` counts the deliveries without a result yet. */
const ReplayShape = z.strictObject({
  id: z.uuid(),
  endpoint_id: z.uuid(),
  source: openList(REPLAY_SOURCES),
  event_types: z.array(openText(SUBSCRIBABLE_EVENT_TYPES)),
  delivery_status: openList(REPLAYED_STATUSES).nullable(),
  from: instant,
  to: instant,
  include_succeeded: z.boolean(),
  status: openList(REPLAY_STATUSES),
  matched: z.int(),
  queued: z.int(),
  done: z.int(),
  failed: z.int(),
  created_at: instant,
  finished_at: instant.nullable(),
})
ReplayShape.register(COMPONENTS, { id: 'Replay' })

const DryRunShape = z.strictObject({
  matched: z.int().describe(`No máximo ${REPLAYED_MAX}`),
  exceeds_limit: z.boolean().describe('Há mais do que um reenvio aceita; reduza o período'),
})
DryRunShape.register(COMPONENTS, { id: 'ReplayPreview' })

export const replayRoutes: Route<Context>[] = [
  route('post', '/v1/webhooks/replays', {
    operationId: 'createReplay',
    scope: 'webhooks:write',
    summary: 'Reenvia tudo o que um filtro encontra, entregas ou eventos; com dry_run apenas conta',
    query: none,
    body: ReplayBody,
    responses: { 200: DryRunShape, 202: ReplayShape },
    refusals: [
      'webhook_endpoint_not_found',
      'webhook_endpoint_disabled',
      'webhook_replay_running',
      'webhook_replay_too_large',
    ],
    async handle({ ctx, merchantId, body }) {
      const { endpoint_id, event_types, include_succeeded, dry_run, ...rest } = body
      const filter = {
        ...rest,
        endpointId: endpoint_id,
        eventTypes: event_types,
        includeSucceeded: include_succeeded,
      }
      if (!dry_run) {
        return { status: 202, body: presentReplay(await startReplay(ctx, merchantId, filter)) }
      }
      const { matched, exceedsLimit } = await previewReplay(ctx, merchantId, filter)
      return { status: 200, body: { matched, exceeds_limit: exceedsLimit } }
    },
  }),
  route('get', '/v1/webhooks/replays', {
    operationId: 'listReplays',
    scope: 'webhooks:read',
    summary: 'Lista os reenvios, do mais recente para o mais antigo',
    query: z.strictObject({ limit: limit(200, 50), cursor }),
    body: none,
    responses: { 200: pageOf(ReplayShape).register(COMPONENTS, { id: 'ReplayPage' }) },
    async handle({ ctx, merchantId, query }) {
      const page = await listReplays(ctx, merchantId, query)
      return { status: 200, body: { items: page.items.map(presentReplay), next_cursor: page.nextCursor } }
    },
  }),
  route('get', '/v1/webhooks/replays/:id', {
    operationId: 'getReplay',
    scope: 'webhooks:read',
    summary: 'Lê um reenvio e seu andamento',
    query: none,
    body: none,
    responses: { 200: ReplayShape },
    refusals: ['webhook_replay_not_found'],
    async handle({ ctx, merchantId, params }) {
      return { status: 200, body: presentReplay(await getReplay(ctx, merchantId, params['id'] ?? '')) }
    },
  }),
]

function presentReplay(replay: WebhookReplay): z.infer<typeof ReplayShape> {
  return {
    id: replay.id,
    endpoint_id: replay.endpointId,
    source: replay.source,
    event_types: replay.eventTypes,
    delivery_status: replay.deliveryStatus,
    from: replay.fromAt.toISOString(),
    to: replay.toAt.toISOString(),
    include_succeeded: replay.includeSucceeded,
    status: replay.status,
    matched: replay.matched,
    queued: replay.queued,
    done: replay.done,
    failed: replay.failed,
    created_at: replay.createdAt.toISOString(),
    finished_at: replay.finishedAt?.toISOString() ?? null,
  }
}
