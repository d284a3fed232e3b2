import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { paymentsOfCharge } from '../charges/charge.loaders.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { listDeliveriesOfEvents } from '../webhooks/deliveries/delivery.queries.ts'
import { EventType } from '../webhooks/delivery.type.ts'
import { listEventsOfCharges } from '../webhooks/events/event.queries.ts'
import { listLinesOfCharges } from './statement.queries.ts'
import { JournalLineType, TimelineItemType } from './statement.type.ts'
import { timelineOf } from './timeline.ts'

const linesOfCharge = manyByOwner(listLinesOfCharges, (line) => line.chargeId)
const eventsOfCharge = manyByOwner(listEventsOfCharges, (event) => event.chargeId ?? null)
const deliveriesOfEvent = manyByOwner(listDeliveriesOfEvents, (delivery) => delivery.eventId)

/**
 * The journal lines, events and timeline of a charge. Not in `charges`, because the query of the lines is in
 * `statement`, a higher layer.
 */
@Resolver(() => ChargeType)
export class ChargeJournalResolver {
  @FieldResolver(() => [JournalLineType])
  async journalLines(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<JournalLineType[]> {
    const { merchantId, id, orderReference, endToEndId } = charge
    const lines = await linesOfCharge(ctx, charge)
    return lines.map((line) => ({
      ...line,
      merchantId,
      charge: { id, orderReference, endToEndId },
      payoutId: null,
    }))
  }

  @FieldResolver(() => [EventType])
  events(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<EventType[]> {
    return eventsOfCharge(ctx, charge)
  }

  @FieldResolver(() => [TimelineItemType])
  async timeline(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<TimelineItemType[]> {
    const [payments, events, lines] = await Promise.all([
      paymentsOfCharge(ctx, charge),
      eventsOfCharge(ctx, charge),
      linesOfCharge(ctx, charge),
    ])
    const { merchantId } = charge
    const deliveries = await Promise.all(events.map(({ id }) => deliveriesOfEvent(ctx, { merchantId, id })))
    return timelineOf({ charge, payments, events, lines, deliveries: deliveries.flat() })
  }
}
