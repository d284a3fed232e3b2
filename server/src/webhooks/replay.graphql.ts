import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { manyByOwner } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { getDelivery } from './deliveries/delivery.queries.ts'
import { DeliveryType, EventType } from './delivery.type.ts'
import { findEvents } from './events/event.queries.ts'
import { replayDelivery } from './deliveries/replay-delivery.ts'

const eventOf = manyByOwner(findEvents, (event) => event.id)

/** Reads and replays a single delivery. */
@Resolver(() => DeliveryType)
export class ReplayResolver {
  @Authorized('webhook_delivery.read')
  @Query(() => DeliveryType)
  webhookDelivery(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<DeliveryType> {
    return getDelivery(ctx, merchantId, id)
  }

  @Authorized('webhook_delivery.replay')
  @Mutation(() => DeliveryType, { description: 'Sends the same event again at once, with a new signature.' })
  replayWebhookDelivery(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<DeliveryType> {
    return replayDelivery(ctx, merchantId, id)
  }

  @FieldResolver(() => EventType, { nullable: true, description: 'Null after the retention of 90 days.' })
  async event(@Ctx() ctx: GraphContext, @Root() delivery: DeliveryType): Promise<EventType | null> {
    const { merchantId, eventId: id } = delivery
    const [event] = await eventOf(ctx, { merchantId, id })
    return event ?? null
  }
}
