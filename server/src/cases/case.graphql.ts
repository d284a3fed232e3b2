import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/batch.ts'
import type { GraphContext } from '../graphql/context.ts'
import { staff } from '../graphql/guard.ts'
import { merchantIdOf } from '../graphql/merchant-id.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { findMerchants } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { getCase, listCases } from './case.queries.ts'
import { CaseArgs, CaseConnection, CaseType } from './case.type.ts'

const merchantById = oneById(findMerchants)

@Resolver(() => CaseType)
export class CaseResolver {
  @Query(() => CaseConnection)
  async cases(
    @Ctx() ctx: GraphContext,
    @Args(() => CaseArgs) { merchantId, kind, status, hasException, first, after }: CaseArgs,
  ): Promise<CaseConnection> {
    staff(ctx, 'case.read')
    const filter = {
      kind: kind ?? undefined,
      status: status ?? undefined,
      hasException: hasException ?? undefined,
    }
    const owner = merchantId ? merchantIdOf(merchantId) : null
    return toConnection(await listCases(ctx, owner, filter, toPageRequest(first, after)))
  }

  @Query(() => CaseType)
  financialCase(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => ID) merchantId: string,
    @Arg('id', () => ID) id: string,
  ): Promise<CaseType> {
    staff(ctx, 'case.read')
    return getCase(ctx, merchantIdOf(merchantId), id)
  }

  @FieldResolver(() => MerchantType)
  async merchant(@Ctx() ctx: GraphContext, @Root() { id, merchantId }: CaseType): Promise<MerchantType> {
    const merchant = await merchantById(ctx, merchantId)
    if (!merchant) throw new Error(`case ${id} has no merchant`)
    return merchant
  }
}
