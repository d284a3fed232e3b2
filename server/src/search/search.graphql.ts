import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/data-loaders.ts'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { findMerchants } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { search } from './search.queries.ts'
import { SearchHitType } from './search.type.ts'

const merchantById = oneById(findMerchants)

@Resolver(() => SearchHitType)
export class SearchResolver {
  @Query(() => [SearchHitType], {
    description: 'Finds what a pasted text identifies, across all merchants: at most four hits of each kind.',
  })
  search(@Ctx() ctx: GraphContext, @Arg('text', () => String) text: string): Promise<SearchHitType[]> {
    const { permissions } = requirePermission(ctx, 'charge.read')
    return search(ctx, text, permissions)
  }

  @FieldResolver(() => MerchantType)
  async merchant(@Ctx() ctx: GraphContext, @Root() { id, merchantId }: SearchHitType): Promise<MerchantType> {
    const merchant = await merchantById(ctx, merchantId)
    if (!merchant) throw new Error(`BUG: search hit ${id} has no merchant`)
    return merchant
  }
}
