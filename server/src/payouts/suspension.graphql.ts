import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { staff } from '../graphql/guard.ts'
import { merchantIdOf } from '../graphql/merchant-id.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { resumePayouts, suspendPayouts } from './suspend-payouts.ts'

@Resolver()
export class SuspensionResolver {
  @Mutation(() => MerchantType, { description: 'No payout from now on, but by force.' })
  suspendPayouts(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<MerchantType> {
    staff(ctx, 'merchant.suspend_payouts')
    return suspendPayouts(ctx, merchantIdOf(merchantId), reason)
  }

  @Mutation(() => MerchantType, { description: 'Ends a suspension by hand; a debt or a dispute goes on.' })
  resumePayouts(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<MerchantType> {
    staff(ctx, 'merchant.suspend_payouts')
    return resumePayouts(ctx, merchantIdOf(merchantId), reason)
  }
}
