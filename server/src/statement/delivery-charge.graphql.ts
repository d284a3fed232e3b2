import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { DeliveryType } from '../webhooks/delivery.type.ts'
import { listChargesOfEvents } from './delivery-charges.queries.ts'
import { StatementChargeType } from './statement.type.ts'

const chargesOfEvent = manyByOwner(listChargesOfEvents, ({ eventId }) => eventId)

/**
 * Resolves the charge of a delivery. This resolver is not in module `webhooks`, because charges are in a higher layer.
 */
@Resolver(() => DeliveryType)
export class DeliveryChargeResolver {
  @FieldResolver(() => StatementChargeType, {
    nullable: true,
    description:
      'The charge that the event is about. Null for an event about no charge, and after the retention of events (90 days).',
  })
  async charge(
    @Ctx() ctx: GraphContext,
    @Root() delivery: DeliveryType,
  ): Promise<StatementChargeType | null> {
    const { merchantId, eventId: id } = delivery
    const [charge] = await chargesOfEvent(ctx, { merchantId, id })
    return charge ?? null
  }
}
