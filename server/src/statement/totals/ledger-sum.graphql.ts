import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { Authorized } from '../../graphql/authorization.ts'
import type { GraphContext } from '../../graphql/context.ts'
import { readLedgerSum } from './ledger-sum.queries.ts'
import { LedgerSumType } from './ledger-sum.type.ts'

@Resolver()
export class LedgerSumResolver {
  @Authorized('balance.read')
  @Query(() => LedgerSumType, {
    description: 'Compares the balances of all merchants at a time with the lines of the journal.',
  })
  ledgerSum(@Ctx() ctx: GraphContext, @Arg('asOf', () => Date) asOf: Date): Promise<LedgerSumType> {
    return readLedgerSum(ctx, asOf)
  }
}
