import { Arg, Ctx, FieldResolver, ID, Query, Resolver } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { staff } from '../graphql/guard.ts'
import { merchantIdOf } from '../graphql/merchant-id.ts'
import { readBalance } from './balance.ts'
import { BalanceType } from './balance.type.ts'

@Resolver(() => BalanceType)
export class BalanceResolver {
  @Query(() => BalanceType)
  balance(@Ctx() ctx: GraphContext, @Arg('merchantId', () => ID) merchantId: string): Promise<BalanceType> {
    staff(ctx, 'balance.read')
    return readBalance(ctx, merchantIdOf(merchantId))
  }

  @FieldResolver(() => String)
  currency(): string {
    return 'BRL'
  }
}
