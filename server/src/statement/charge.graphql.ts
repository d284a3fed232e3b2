import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { listCasesOfCharges } from '../cases/case.queries.ts'
import { CaseType } from '../cases/case.type.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { paymentsOfCharge } from '../charges/charge.queries.ts'
import { isOpen, statusAt } from '../charges/charge-status.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { disputeOfCase } from '../disputes/dispute.queries.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { computeSale } from '../payments/fee.ts'
import { refundsOfCharge } from '../refunds/refund.queries.ts'
import { listHeldPaymentReturns } from '../returns/return.queries.ts'
import { deliveriesOfEvent } from '../webhooks/deliveries/delivery.queries.ts'
import { EventType } from '../webhooks/delivery.type.ts'
import type { WebhookEvent } from '../webhooks/events/event.entity.ts'
import { listEventsOfCharges } from '../webhooks/events/event.queries.ts'
import { listCorrelationsOfCharges } from './correlation.queries.ts'
import { listPaidOut } from './proceeds/paid-out.queries.ts'
import { proceedsOf } from './proceeds/proceeds.ts'
import { ExpectedSaleType, ProceedsType } from './proceeds/proceeds.type.ts'
import { listLinesOfCharges } from './statement.queries.ts'
import { JournalLineType } from './statement.type.ts'
import { listDisputeActors } from './timeline/dispute-actors.queries.ts'
import { timelineOf } from './timeline/timeline.ts'
import { TimelineItemType } from './timeline/timeline.type.ts'

const casesOfCharge = manyByOwner(listCasesOfCharges, (one) => one.chargeId)
const correlationsOfCharge = manyByOwner(listCorrelationsOfCharges, (one) => one.chargeId)
const linesOfCharge = manyByOwner(listLinesOfCharges, (line) => line.chargeId)
const paidOutOfCharge = manyByOwner(listPaidOut, (part) => part.chargeId)
const returnsOfCharge = manyByOwner(listHeldPaymentReturns, (one) => one.chargeId)
const actorsOfDispute = manyByOwner(listDisputeActors, (one) => one.caseId)
const eventsOfCharge = manyByOwner(listEventsOfCharges, (event) => event.chargeId ?? null)

/**
 * Resolves the cases, correlation ids, journal lines, proceeds, events and timeline of a charge. This resolver is not
 * in module `charges`, because the query of the lines is in `statement`, which is a higher layer.
 */
@Resolver(() => ChargeType)
export class ChargeHistoryResolver {
  @FieldResolver(() => [CaseType])
  cases(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<CaseType[]> {
    return casesOfCharge(ctx, charge)
  }

  @FieldResolver(() => [String], {
    description:
      'Correlation ids of the requests and jobs that created the charge, cancelled the charge or moved its money.',
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

  @FieldResolver(() => ProceedsType, {
    nullable: true,
    description: 'How much the merchant gets from the charge, and when. Null for an unpaid charge.',
  })
  async proceeds(@Ctx() ctx: GraphContext, @Root() charge: Charge): Promise<ProceedsType | null> {
    const [lines, payments, cases, paidOut] = await Promise.all([
      linesOfCharge(ctx, charge),
      paymentsOfCharge(ctx, charge),
      casesOfCharge(ctx, charge),
      paidOutOfCharge(ctx, charge),
    ])
    const proceeds = proceedsOf(charge, { lines, payments, cases, paidOut })
    return proceeds && { ...proceeds, merchantId: charge.merchantId }
  }

  @FieldResolver(() => ExpectedSaleType, {
    nullable: true,
    description: 'The sale that a payment now would make of an open charge. Null for any other charge.',
  })
  expectedSale(@Ctx() ctx: GraphContext, @Root() charge: Charge): ExpectedSaleType | null {
    return isOpen(statusAt(charge, ctx.clock.now())) ? computeSale(charge.amountCents, charge) : null
  }

  @FieldResolver(() => [EventType])
  events(@Ctx() ctx: GraphContext, @Root() charge: ChargeType): Promise<EventType[]> {
    return eventsOfCharge(ctx, charge)
  }

  @FieldResolver(() => [TimelineItemType])
  async timeline(@Ctx() ctx: GraphContext, @Root() charge: Charge): Promise<TimelineItemType[]> {
    const { merchantId } = charge
    const [payments, events, lines, cases, refunds, paidOut] = await Promise.all([
      paymentsOfCharge(ctx, charge),
      eventsOfCharge(ctx, charge),
      linesOfCharge(ctx, charge),
      casesOfCharge(ctx, charge),
      refundsOfCharge(ctx, charge),
      paidOutOfCharge(ctx, charge),
    ])
    const disputed = cases.filter(({ kind }) => kind === 'dispute')
    const [disputes, disputeActors, returns] = await Promise.all([
      Promise.all(disputed.map(({ id }) => disputeOfCase(ctx, id))),
      Promise.all(disputed.map(({ id }) => actorsOfDispute(ctx, { merchantId, id }))),
      cases.some(({ kind }) => kind === 'held_payment') ? returnsOfCharge(ctx, charge) : [],
    ])
    const notified = events.map(async (event) => ({
      ...pickEvent(event),
      deliveries: await deliveriesOfEvent(ctx, { merchantId, id: event.id }),
    }))
    const history = {
      charge: { ...pickCharge(charge), hasExpired: statusAt(charge, ctx.clock.now()) === 'expired' },
      payments,
      refunds,
      cases,
      returns,
      disputes: disputes.flatMap((found) => found?.dispute ?? []),
      disputeActors: disputeActors.flat(),
      lines,
      paidOut,
    }
    return timelineOf(history, await Promise.all(notified))
  }
}

const pickEvent = ({ id, type, createdAt, body }: WebhookEvent) => ({ id, type, createdAt, body })

const pickCharge = (charge: Charge) => ({
  createdAt: charge.createdAt,
  createdByKeyId: charge.createdByKeyId,
  amountCents: charge.amountCents,
  cancelledAt: charge.cancelledAt,
  cancelAskedBy: charge.cancelAskedBy,
  cancelAskedActor: charge.cancelAskedActor,
  expiresAt: charge.expiresAt,
})
