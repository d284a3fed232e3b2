import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { getCase } from '../cases/case.queries.ts'
import { CaseType } from '../cases/case.type.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { retryReturn } from './retry-return.ts'

@Resolver(() => CaseType)
class ReturnResolver {
  @Authorized('case.retry_return')
  @Mutation(() => CaseType, {
    description: 'Asks the network once more to return a held payment whose return failed.',
  })
  async retryReturn(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<CaseType> {
    await retryReturn(ctx, merchantId, id)
    return getCase(ctx, merchantId, id)
  }
}

export const returnResolvers = [ReturnResolver] as const
