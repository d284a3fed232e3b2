import { Arg, Ctx, Field, FieldResolver, Mutation, ObjectType, Resolver, Root } from 'type-graphql'
import { manyById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { findPayoutHolds } from './payout-hold.queries.ts'
import { resumePayouts, suspendPayouts } from './suspend-payouts.ts'

@ObjectType('PayoutHold')
export class PayoutHoldType {
  @Field(() => String) heldBy!: string
  @Field(() => Date) heldAt!: Date
  @Field(() => String) reason!: string
}

const holdsByMerchant = manyById(findPayoutHolds, ({ merchantId }) => merchantId)

@Resolver(() => MerchantType)
class MerchantHoldResolver {
  @FieldResolver(() => PayoutHoldType, {
    nullable: true,
    description: 'The manual suspension of payouts, if there is one.',
  })
  async payoutHold(@Ctx() ctx: GraphContext, @Root() { id }: MerchantType): Promise<PayoutHoldType | null> {
    const [hold] = await holdsByMerchant(ctx, id)
    return hold ? { ...hold, heldBy: await nameOfActor(ctx, hold.heldBy) } : null
  }
}

@Resolver()
class SuspensionResolver {
  @Authorized('merchant.suspend_payouts')
  @Mutation(() => MerchantType, {
    description: 'Suspends payouts by hand. Only forced payouts are still possible.',
  })
  suspendPayouts(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<MerchantType> {
    return suspendPayouts(ctx, merchantId, reason)
  }

  @Authorized('merchant.suspend_payouts')
  @Mutation(() => MerchantType, {
    description: 'Ends a manual suspension. Suspensions by a debt or a dispute stay.',
  })
  resumePayouts(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<MerchantType> {
    return resumePayouts(ctx, merchantId, reason)
  }
}

export const suspensionResolvers = [MerchantHoldResolver, SuspensionResolver] as const
