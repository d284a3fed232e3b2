import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import { getCase } from '../cases/case.queries.ts'
import { CaseType } from '../cases/case.type.ts'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { retryReturn } from './retry-return.ts'

@Resolver(() => CaseType)
export class ReturnResolver {
  @Mutation(() => CaseType, {
    description: 'Asks the network once more to return a held payment whose return failed.',
  })
  async retryReturn(
    @Ctx() ctx: GraphContext,
    @Arg('merchantId', () => UuidScalar) merchantId: string,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<CaseType> {
    requirePermission(ctx, 'case.retry_return')
    await retryReturn(ctx, merchantId, id)
    return getCase(ctx, merchantId, id)
  }
}
