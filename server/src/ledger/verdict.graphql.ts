import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { nameOfActor } from '../staff/actor-name.ts'
import { hasEntries, lastLedgerVerdict } from './verify/verdict.queries.ts'
import type { RunState } from '../kernel/jobs/request-run.ts'
import { readVerificationState, requestVerification } from './verify/request-verification.ts'
import { RunStateEnum, VerdictType } from './verdict.type.ts'

@Resolver(() => VerdictType)
class VerdictResolver {
  @Authorized('ledger_verdict.read')
  @Query(() => VerdictType, { nullable: true, description: 'Null before the first verification.' })
  async ledgerVerdict(@Ctx() ctx: GraphContext): Promise<VerdictType | null> {
    const verdict = await lastLedgerVerdict(ctx)
    return verdict && { ...verdict, entriesCount: Number(verdict.entriesCount) }
  }

  @Authorized('ledger_verdict.read')
  @Query(() => RunStateEnum, {
    description: 'Whether a verification of the whole ledger is scheduled, due or running.',
  })
  ledgerVerification(@Ctx() ctx: GraphContext): Promise<RunState> {
    return readVerificationState(ctx)
  }

  @Authorized('ledger_verdict.request')
  @Mutation(() => RunStateEnum, {
    description: 'Makes a verification of the whole ledger due. Changes nothing if one is due or running.',
  })
  requestLedgerVerification(@Ctx() ctx: GraphContext): Promise<RunState> {
    return requestVerification(ctx)
  }

  @FieldResolver(() => String)
  requestedBy(@Ctx() ctx: GraphContext, @Root() { requestedBy }: VerdictType): Promise<string> {
    return nameOfActor(ctx, requestedBy)
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the verification checked no entry although the ledger has entries now.',
  })
  async checkedNothing(@Ctx() ctx: GraphContext, @Root() { entriesCount }: VerdictType): Promise<boolean> {
    return entriesCount === 0 && (await hasEntries(ctx))
  }
}

export const ledgerResolvers = [VerdictResolver] as const
