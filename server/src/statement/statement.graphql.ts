import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { toConnection, toPageRequest } from '../graphql/page.ts'
import { reversalsOfEntry } from '../ledger/reversals.queries.ts'
import { chargeOf } from './statement.line.ts'
import { countStatement, listStatement } from './statement.queries.ts'
import { JournalLineType, StatementConnection, StatementFilterInput } from './statement.type.ts'

@Resolver(() => JournalLineType)
export class StatementResolver {
  @Authorized('statement.read')
  @Query(() => StatementConnection)
  async statement(
    @Ctx() ctx: GraphContext,
    @Arg('filter', () => StatementFilterInput) filter: StatementFilterInput,
    @Arg('first', () => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first: number | null,
    @Arg('after', () => String, { nullable: true }) after: string | null,
  ): Promise<StatementConnection> {
    const merchantId = filter.merchantId
    const narrowed = {
      clock: filter.clock ?? undefined,
      from: filter.from ?? undefined,
      to: filter.to ?? undefined,
      position: filter.position ?? undefined,
      entryId: filter.entry ?? undefined,
    }
    const { asOf, ...page } = await listStatement(ctx, merchantId, narrowed, toPageRequest(first, after))
    const items = page.items.map((line) => ({ ...line, merchantId, charge: chargeOf(line) }))
    const count = (most: number) => countStatement(ctx, merchantId, narrowed, most)
    return { ...toConnection({ ...page, items }, count), asOf }
  }

  @FieldResolver(() => ID, { nullable: true, description: 'The entry that reverses this one.' })
  async reversedById(@Ctx() ctx: GraphContext, @Root() line: JournalLineType): Promise<string | null> {
    const [reversal] = await reversalsOfEntry(ctx, { merchantId: line.merchantId, id: line.journalId })
    return reversal?.id ?? null
  }

  /**
   * This field needs its own permission check, because staff who may not see balances may see the lines of a charge.
   */
  @Authorized('balance.read')
  @FieldResolver()
  balanceAfterCents(@Root() line: JournalLineType): bigint {
    return line.balanceAfterCents
  }
}
