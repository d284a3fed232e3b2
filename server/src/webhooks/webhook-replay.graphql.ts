import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { Problem } from '../kernel/problem.ts'
import { checkEventTypes } from './endpoints/endpoint-input.ts'
import { countPeriodOutcomes, previewReplay } from './replays/preview-replay.ts'
import type { ReplayFilter } from './replays/replay-filter.ts'
import { startReplay } from './replays/start-replay.ts'
import { countReplays, getReplay, listReplays } from './replays/webhook-replay.queries.ts'
import {
  ReplayWebhooksArgs,
  WebhookReplaysArgs,
  WebhookReplayConnection,
  type WebhookReplayFilterInput,
  WebhookReplayOutcomeType,
  WebhookReplayType,
} from './webhook-replay.type.ts'

const REASON_CHARS_MAX = 500
/** A replay of more than this many deliveries requires step-up authentication. */
const STEP_UP_FREE_MAX = 100

/** Bulk replays: count the matches, start a replay with a reason, and read its progress. */
@Resolver(() => WebhookReplayType)
export class WebhookReplayResolver {
  @Authorized('webhook_delivery.read')
  @Query(() => WebhookReplayConnection)
  async webhookReplays(
    @Ctx() ctx: GraphContext,
    @Args(() => WebhookReplaysArgs) { merchantId, endpointId, first, after }: WebhookReplaysArgs,
  ): Promise<WebhookReplayConnection> {
    const endpoint = endpointId ?? undefined
    const page = await listReplays(ctx, merchantId, toPageRequest(first, after), endpoint)
    return toConnection(page, (most) => countReplays(ctx, merchantId, most, endpoint))
  }

  @Authorized('webhook_delivery.read')
  @Query(() => WebhookReplayType, { description: 'Progress of a replay.' })
  webhookReplay(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<WebhookReplayType> {
    return getReplay(ctx, merchantId, id)
  }

  @Authorized('webhook_delivery.replay_bulk')
  @Mutation(() => WebhookReplayOutcomeType, {
    description: 'Replays everything that matches the filter now, not only one page.',
  })
  async replayWebhooks(
    @Ctx() ctx: GraphContext,
    @Args(() => ReplayWebhooksArgs) { dryRun, reason, ...given }: ReplayWebhooksArgs,
  ): Promise<WebhookReplayOutcomeType> {
    const { merchantId } = given
    const filter = filterOf(given.filter)
    if (dryRun) {
      const preview = await previewReplay(ctx, merchantId, filter)
      const period = preview.matched === 0 ? await countPeriodOutcomes(ctx, merchantId, filter) : null
      return { ...preview, period, replay: null }
    }
    // Check the number of deliveries that the replay will really send. An earlier dry run may have matched fewer
    // deliveries.
    const replay = await startReplay(ctx, merchantId, filter, {
      reason: reasonOf(reason ?? null),
      authorize: (matched) => {
        if (matched > STEP_UP_FREE_MAX) requirePermission(ctx, 'webhook_delivery.replay_many')
      },
    })
    return { matched: replay.matched, exceedsLimit: false, period: null, replay }
  }
}

function filterOf(given: WebhookReplayFilterInput): ReplayFilter {
  const eventTypes = given.eventTypes ?? []
  checkEventTypes(eventTypes)
  return {
    endpointId: given.endpointId,
    source: given.source ?? 'deliveries',
    eventTypes,
    status: given.status ?? undefined,
    from: given.from,
    to: given.to,
    includeSucceeded: given.includeSucceeded ?? false,
  }
}

function reasonOf(given: string | null): string {
  const reason = given?.trim() ?? ''
  if (reason !== '' && reason.length <= REASON_CHARS_MAX) return reason
  const code = reason === '' ? 'required' : 'too_long'
  throw new Problem('validation_error', { fields: [{ path: 'reason', code }] })
}
