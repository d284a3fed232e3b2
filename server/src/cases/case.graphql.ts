import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { merchantOf } from '../merchants/merchant.queries.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { countCases, getCase, listCases } from './case.queries.ts'
import { isReturnOverdue } from './held-too-long.ts'
import { CaseArgs, CaseConnection, CaseType } from './case.type.ts'

@Resolver(() => CaseType)
class CaseResolver {
  @Authorized('case.read')
  @Query(() => CaseConnection)
  async cases(
    @Ctx() ctx: GraphContext,
    @Args(() => CaseArgs) { merchantId, kind, status, hasException, first, after }: CaseArgs,
  ): Promise<CaseConnection> {
    const filter = {
      kind: kind ?? undefined,
      status: status ?? undefined,
      hasException: hasException ?? undefined,
    }
    const owner = merchantId ?? null
    const page = await listCases(ctx, owner, filter, toPageRequest(first, after))
    return toConnection(page, (most) => countCases(ctx, owner, filter, most))
  }

  @Authorized('case.read')
  @Query(() => CaseType)
  financialCase(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<CaseType> {
    return getCase(ctx, merchantId, id)
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether a held payment should have been returned by now, so that a person must look at it.',
  })
  isReturnOverdue(@Ctx() ctx: GraphContext, @Root() row: CaseType): boolean {
    return isReturnOverdue(row, ctx.clock)
  }

  @FieldResolver(() => MerchantType)
  merchant(@Ctx() ctx: GraphContext, @Root() record: CaseType): Promise<MerchantType> {
    return merchantOf(ctx, record)
  }
}

export const caseResolvers = [CaseResolver] as const
