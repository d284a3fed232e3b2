import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'

interface OfMerchant {
  merchantId: string
}

/** Returns a resolver class that resolves the field `merchant` of a type. */
export function merchantResolverOf(type: ClassType<OfMerchant>) {
  @Resolver(() => type)
  class MerchantOfRecordResolver {
    @FieldResolver(() => MerchantType)
    merchant(@Ctx() ctx: GraphContext, @Root() record: OfMerchant): Promise<MerchantType> {
      return merchantOf(ctx, record)
    }
  }
  return MerchantOfRecordResolver
}
