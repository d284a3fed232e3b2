import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext, SignedInContext } from '../graphql/context.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { search } from './search.queries.ts'
import { SearchHitType } from './search.type.ts'

@Resolver(() => SearchHitType)
class SearchResolver {
  @Authorized('charge.read')
  @Query(() => [SearchHitType], {
    description: 'Finds what a pasted text identifies, across all merchants: at most four hits of each kind.',
  })
  search(@Ctx() ctx: SignedInContext, @Arg('text', () => String) text: string): Promise<SearchHitType[]> {
    return search(ctx, text, ctx.viewer.permissions)
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: SearchHitType): Promise<MerchantType> {
    return merchantOf(ctx, record)
  }
}

export const searchResolvers = [SearchResolver] as const
