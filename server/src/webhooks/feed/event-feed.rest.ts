import { z } from 'zod'
import { CURSOR_PATTERN, limit } from '../../http/query-parameters.ts'
import { none, route, type Route } from '../../http/route.ts'
import type { Context } from '../../kernel/context.ts'
import { fault } from '../../kernel/input/faults.ts'
import { COMPONENTS, environment, instant, openText } from '../../kernel/output/shapes.ts'
import { EVENT_TYPES } from '../events/event-types.ts'
import type { WithFeed } from './feed-waiters.ts'
import {
  findPlace,
  getLastSeq,
  LATEST,
  readFeed,
  writePlace,
  type FeedEvent,
  type FeedPlace,
} from './read-feed.ts'

/** The maximum time for which a call may wait for events, in seconds. */
const WAIT_SECONDS_MAX = 20
const AFTER_CHARS_MAX = 2_000

const FeedEventShape = z.strictObject({
  feed_seq: z.int().describe('A posição do evento na fila da conta: de 1 em diante, sem lacunas'),
  id: z.string(),
  type: openText(EVENT_TYPES),
  version: z.string(),
  environment,
  created_at: instant,
  data: z.record(z.string(), z.unknown()),
})
FeedEventShape.register(COMPONENTS, { id: 'FeedEvent' })

const FeedPageShape = z.strictObject({
  items: z.array(FeedEventShape),
  next_cursor: z.string().describe('O after da próxima chamada; nunca null'),
})
FeedPageShape.register(COMPONENTS, { id: 'FeedPage' })

const FeedQuery = z.strictObject({
  after: z
    .string()
    .refine((value) => value !== '' && value.length <= AFTER_CHARS_MAX, {
      params: fault('format', 'invalid_cursor'),
    })
    .optional()
    .meta({
      minLength: 1,
      maxLength: AFTER_CHARS_MAX,
      pattern: CURSOR_PATTERN,
      description: `O next_cursor da chamada anterior. Ausente: do evento mais antigo ainda guardado. ${LATEST}: só os próximos`,
    }),
  wait: z
    .string()
    .refine((value) => /^\d{1,2}$/.test(value) && Number(value) <= WAIT_SECONDS_MAX, {
      params: fault('out_of_range'),
    })
    .transform(Number)
    .default(0)
    .meta({
      type: 'integer',
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description: 'Quantos segundos esperar por um evento quando não há nenhum',
    }),
  limit: limit(200, 100),
})

export const eventFeedRoutes: Route<Context & WithFeed>[] = [
  route('get', '/v1/events/feed', {
    operationId: 'listEventFeed',
    scope: 'webhooks:read',
    summary: 'Lê os eventos em ordem, do mais antigo para o mais recente',
    query: FeedQuery,
    body: none,
    waitMs: WAIT_SECONDS_MAX * 1_000,
    responses: { 200: FeedPageShape },
    async handle({ ctx, merchantId, query, ...call }) {
      const place = await findPlace(ctx, merchantId, query.after)
      let page = await readFeed(ctx, merchantId, place, query.limit)
      if (page.events.length === 0 && query.wait > 0) {
        page = await waitForEvents(ctx, merchantId, place, { ...query, closed: call.closed() })
      }
      const items = page.events.map(present)
      return { status: 200, body: { items, next_cursor: writePlace(ctx, merchantId, page.last) } }
    },
  }),
]

interface Waiting {
  /** The maximum time for which the call waits for events, in seconds. */
  wait: number
  limit: number
  closed: AbortSignal
}

async function waitForEvents(
  ctx: Context & WithFeed,
  merchantId: string,
  place: FeedPlace,
  { wait, limit: most, closed }: Waiting,
): ReturnType<typeof readFeed> {
  // Read the last number before the events. If the feed has no event after `place`, only an event with a number greater
  // than `seq` can end the wait.
  const seq = await getLastSeq(ctx, merchantId)
  const page = await readFeed(ctx, merchantId, place, most)
  if (page.events.length > 0) return page
  await ctx.feedWaiters.wait({ merchantId, seq }, wait * 1_000, closed)
  return readFeed(ctx, merchantId, place, most)
}

/** Takes `data` from the stored body, so that it equals the payload that webhooks send. */
function present(event: FeedEvent): z.infer<typeof FeedEventShape> {
  const sent: { data: Record<string, unknown> } = JSON.parse(event.body)
  return {
    feed_seq: Number(event.feedSeq),
    id: event.id,
    type: event.type,
    version: event.version,
    environment: event.environment,
    created_at: event.createdAt.toISOString(),
    data: sent.data,
  }
}
