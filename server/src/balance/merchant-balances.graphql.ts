import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { PositionsType } from './balance.type.ts'
import { countMerchantBalances, listMerchantBalances } from './merchant-balances.queries.ts'
import {
  MerchantBalanceConnection,
  MerchantBalanceFilterInput,
  MerchantBalanceType,
} from './merchant-balances.type.ts'

@Resolver(() => MerchantBalanceType)
class MerchantBalanceResolver {
  @Authorized('merchant.read')
  @Query(() => MerchantBalanceConnection, {
    description: 'The merchants with what the service owes each. Amounts need balance.read.',
  })
  async merchantBalances(
    @Ctx() ctx: GraphContext,
    @Arg('filter', () => MerchantBalanceFilterInput, { nullable: true })
    given: MerchantBalanceFilterInput | null,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<MerchantBalanceConnection> {
    const { search, asOf, order } = given ?? {}
    // Require the permission `balance.read` for sorting by an amount, because the order of the rows would reveal the
    // amounts.
    if (order && order !== 'name') requirePermission(ctx, 'balance.read')
    const filter = {
      search: search ?? undefined,
      asOf: asOf ?? undefined,
      order: order ?? undefined,
    }
    const page = toPageRequest(first, after)
    const { totals, ...found } = await listMerchantBalances(ctx, filter, page)
    const count = (most: number) => countMerchantBalances(ctx, filter, most)
    return { ...toConnection(found, count), totals }
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() { id }: MerchantBalanceType): Promise<MerchantType> {
    return merchantOf(ctx, { merchantId: id })
  }

  @Authorized({ nullWithout: ['balance.read'] })
  @FieldResolver(() => PositionsType, { nullable: true })
  positions(@Root() { positions }: MerchantBalanceType): PositionsType {
    return positions
  }
}

@Resolver(() => MerchantBalanceConnection)
class MerchantBalanceTotalsResolver {
  @Authorized({ nullWithout: ['balance.read'] })
  @FieldResolver(() => PositionsType, {
    nullable: true,
    description: 'The sums over all merchants that match the filter, also those on other pages.',
  })
  totals(@Root() { totals }: MerchantBalanceConnection): PositionsType {
    return totals
  }
}

export const merchantBalanceResolvers = [MerchantBalanceResolver, MerchantBalanceTotalsResolver] as const
