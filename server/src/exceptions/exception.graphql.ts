import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { PaymentType } from '../charges/charge.type.ts'
import type { Payment } from '../charges/payment.entity.ts'
import { manyByOwner } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { amountsOf } from './exception-amounts.ts'
import { closeException } from './close-exception.ts'
import { readExceptionTotals } from './exception-totals.ts'
import { UNSETTLED_KINDS, type ExceptionState, type ReconciliationException } from './exception.entity.ts'
import {
  countExceptions,
  findExceptionsOfPayments,
  findPaymentsOfExceptions,
  listExceptions,
} from './exception.queries.ts'
import {
  CloseExceptionArgs,
  DifferenceAmountsType,
  ExceptionArgs,
  ExceptionConnection,
  ExceptionStateEnum,
  ExceptionTotalsType,
  ExceptionType,
  NamedValueType,
} from './exception.type.ts'

const paymentOfException = manyByOwner(findPaymentsOfExceptions, ({ id }) => id)
const exceptionsOfPayment = manyByOwner(findExceptionsOfPayments, ({ endToEndId }) => endToEndId)

@Resolver(() => ExceptionType)
class ExceptionResolver {
  @Authorized('reconciliation.read')
  @Query(() => ExceptionConnection)
  async reconciliationExceptions(
    @Ctx() ctx: GraphContext,
    @Args(() => ExceptionArgs) { merchantId, state, kind, first, after }: ExceptionArgs,
  ): Promise<ExceptionConnection> {
    const filter = {
      merchantId: merchantId ?? undefined,
      state: state ?? undefined,
      kind: kind ?? undefined,
    }
    const page = await listExceptions(ctx, filter, toPageRequest(first, after))
    return toConnection(page, (most) => countExceptions(ctx, filter, most))
  }

  @Authorized('reconciliation.read')
  @Query(() => ExceptionTotalsType)
  reconciliationTotals(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar, { nullable: true }) merchantId: string | null | undefined,
    @Arg('state', () => ExceptionStateEnum, { nullable: true }) state: ExceptionState | null | undefined,
  ): Promise<ExceptionTotalsType> {
    return readExceptionTotals(ctx, { merchantId: merchantId ?? undefined, state: state ?? undefined })
  }

  @Authorized('reconciliation.close')
  @Mutation(() => ExceptionType)
  closeReconciliationException(
    @Ctx() ctx: GraphContext,
    @Args(() => CloseExceptionArgs) { merchantId, id, resolution, remedy }: CloseExceptionArgs,
  ): Promise<ExceptionType> {
    return closeException(ctx, merchantId, id, { resolution, remedy: remedy ?? undefined })
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: ExceptionType): Promise<MerchantType> {
    return merchantOf(ctx, record)
  }

  @FieldResolver(() => [NamedValueType], { description: 'What differs; money in centavos.' })
  details(@Root() { details }: ReconciliationException): NamedValueType[] {
    return Object.entries(details).map(([name, value]) => ({ name, value }))
  }

  @FieldResolver(() => CentsScalar, {
    nullable: true,
    description: 'The recorded amount. A return is negative. Null if no amount is known.',
  })
  recordedCents(@Root() exception: ReconciliationException): bigint | null {
    return amountsOf(exception)?.recordedCents ?? null
  }

  @FieldResolver(() => CentsScalar, {
    nullable: true,
    description: 'The amount at the network. A return is negative. Null if no amount is known.',
  })
  networkCents(@Root() exception: ReconciliationException): bigint | null {
    return amountsOf(exception)?.networkCents ?? null
  }

  @FieldResolver(() => String, { nullable: true })
  async closedBy(@Ctx() ctx: GraphContext, @Root() { closedBy }: ExceptionType): Promise<string | null> {
    return closedBy === null ? null : nameOfActor(ctx, closedBy)
  }

  @FieldResolver(() => ID, { nullable: true, description: 'The charge that the payment belongs to.' })
  async chargeId(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, paymentId }: ExceptionType,
  ): Promise<string | null> {
    if (paymentId === null) return null
    const [payment] = await paymentOfException(ctx, { merchantId, id: paymentId })
    return payment?.chargeId ?? null
  }

  @FieldResolver(() => Boolean, {
    description:
      'True when the exception was closed without settling the payment, whose money stays in pending.',
  })
  async leftUnsettled(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, paymentId, state, kind }: ExceptionType,
  ): Promise<boolean> {
    if (paymentId === null || state !== 'closed' || !UNSETTLED_KINDS.includes(kind)) return false
    const [payment] = await paymentOfException(ctx, { merchantId, id: paymentId })
    return payment?.settledAt === null
  }
}

@Resolver(() => PaymentType)
class PaymentDifferenceResolver {
  @FieldResolver(() => ExceptionStateEnum, {
    nullable: true,
    description:
      'State of the exception that keeps the payment unsettled. Closed means that the payment stays unsettled.',
  })
  async difference(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, endToEndId, settledAt }: Payment,
  ): Promise<ExceptionState | null> {
    if (settledAt !== null) return null
    const [found] = await exceptionsOfPayment(ctx, { merchantId, id: endToEndId })
    return found?.state ?? null
  }

  @FieldResolver(() => DifferenceAmountsType, {
    nullable: true,
    description: 'The amounts of the exception that keeps the payment unsettled. Null without amounts.',
  })
  async differenceAmounts(
    @Ctx() ctx: GraphContext,
    @Root() { merchantId, endToEndId, settledAt }: Payment,
  ): Promise<DifferenceAmountsType | null> {
    if (settledAt !== null) return null
    const [found] = await exceptionsOfPayment(ctx, { merchantId, id: endToEndId })
    return found ? amountsOf(found) : null
  }
}

export const exceptionResolvers = [ExceptionResolver, PaymentDifferenceResolver] as const
