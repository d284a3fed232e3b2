import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { lastLedgerVerdict } from './verify/verdict.queries.ts'
import { VerdictType } from './verdict.type.ts'

@Resolver(() => VerdictType)
class VerdictResolver {
  @Authorized('ledger_verdict.read')
  @Query(() => VerdictType, { nullable: true, description: 'Null before the first verification.' })
  async ledgerVerdict(@Ctx() ctx: GraphContext): Promise<VerdictType | null> {
    const verdict = await lastLedgerVerdict(ctx)
    return verdict && { ...verdict, entriesCount: Number(verdict.entriesCount) }
  }

  @FieldResolver(() => String)
  requestedBy(@Ctx() ctx: GraphContext, @Root() { requestedBy }: VerdictType): Promise<string> {
    return nameOfActor(ctx, requestedBy)
  }
}

export const ledgerResolvers = [VerdictResolver] as const
