import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Authorized } from '../../graphql/authorization.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { WebhookReplayType } from '../../webhooks/webhook-replay.type.ts'
import { nameOfReplayStarter } from './replay-starts.queries.ts'

/**
 * Resolves who started a replay. This resolver is not in module `webhooks`, because that module may not import
 * `api-keys`.
 */
@Resolver(() => WebhookReplayType)
export class ReplayStarterResolver {
  @Authorized({ nullWithout: ['webhook_delivery.read'] })
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The name of a person, `api-key:<name>`, `cli:<operator>`, `cli`… Null if the audit entry is in another cell.',
  })
  startedBy(@Ctx() ctx: GraphContext, @Root() replay: WebhookReplayType): Promise<string | null> {
    return nameOfReplayStarter(ctx, replay)
  }
}
