import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { listCasesOfCharges } from '../cases/case.queries.ts'
import { CaseType } from '../cases/case.type.ts'
import { paymentsOfCharge } from '../charges/charge.loaders.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { deliveriesOfEvent } from '../webhooks/delivery.loaders.ts'
import { EventType } from '../webhooks/delivery.type.ts'
import { listEventsOfCharges } from '../webhooks/events/event.queries.ts'
import { listCorrelationsOfCharges } from './correlation.queries.ts'
import { listLinesOfCharges } from './statement.queries.ts'
import { JournalLineType, TimelineItemType } from './statement.type.ts'
import { timelineOf } from './timeline.ts'

const casesOfCharge = manyByOwner(listCasesOfCharges, (one) => one.chargeId)
const correlationsOfCharge = manyByOwner(listCorrelationsOfCharges, (one) => one.chargeId)
const linesOfCharge = manyByOwner(listLinesOfCharges, (line) => line.chargeId)
const eventsOfCharge = manyByOwner(listEventsOfCharges, (event) => event.chargeId ?? null)

/**
 * The cases, correlation ids, journal lines, events and timeline of a charge. Not in module `charges`, because the
 * query of the lines is in `statement`, a higher layer.
 */
@Resolver(() => ChargeType)
export class ChargeHistoryResolver {
  @FieldResolver(() => [CaseType])
  cases(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<CaseType[]> {
    return casesOfCharge(ctx, charge)
  }

  @FieldResolver(() => [String], {
    description: 'Correlation ids of the requests and jobs that created it, cancelled it or moved its money.',
  })
  async correlationIds(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<string[]> {
    const found = await correlationsOfCharge(ctx, charge)
    return found.map(({ correlationId }) => correlationId)
  }

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
