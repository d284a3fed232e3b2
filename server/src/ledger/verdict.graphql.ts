import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { requirePermission } from '../graphql/guard.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { lastLedgerVerdict } from './verify/verdict.queries.ts'
import { VerdictType } from './verdict.type.ts'

@Resolver(() => VerdictType)
export class VerdictResolver {
  @Query(() => VerdictType, { nullable: true, description: 'Null before the first verification.' })
  async ledgerVerdict(@Ctx() ctx: GraphContext): Promise<VerdictType | null> {
    requirePermission(ctx, 'ledger_verdict.read')
    const verdict = await lastLedgerVerdict(ctx)
    return verdict && { ...verdict, entriesCount: Number(verdict.entriesCount) }
  }

  @FieldResolver(() => String)
  requestedBy(@Ctx() ctx: GraphContext, @Root() { requestedBy }: VerdictType): Promise<string> {
    return nameOfActor(ctx, requestedBy)
  }
}
