import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import { requireSignIn, requirePermission } from '../graphql/guard.ts'
import { SessionIdScalar, UuidScalar } from '../graphql/scalars.ts'
import { endOtherSessions, endSessionById } from './sessions/end-sessions.ts'
import { StaffSessionType } from './member.type.ts'
import { sessionIdOf } from './sessions/session.ts'
import { listSessions } from './sessions/session.queries.ts'

@Resolver(() => StaffSessionType)
export class SessionResolver {
  @Query(() => [StaffSessionType], { description: 'Your active sessions.' })
  mySessions(@Ctx() ctx: GraphContext): Promise<StaffSessionType[]> {
    const { id } = requireSignIn(ctx)
    return listSessions(ctx, id)
  }

  @Mutation(() => Boolean)
  async endMySession(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => SessionIdScalar) sessionId: string,
  ): Promise<boolean> {
    const { id } = requireSignIn(ctx)
    await endSessionById(ctx, id, sessionId)
    return true
  }

  @Mutation(() => Int, { description: 'Returns how many sessions ended.' })
  endMyOtherSessions(@Ctx() ctx: GraphContext): Promise<number> {
    const { id } = requireSignIn(ctx)
    return endOtherSessions(ctx, id, currentSessionId(ctx) ?? '')
  }

  @Mutation(() => Boolean)
  async endStaffSession(
    @Ctx() ctx: GraphContext,
    @Arg('staffId', () => UuidScalar) staffId: string,
    @Arg('id', () => SessionIdScalar) sessionId: string,
  ): Promise<boolean> {
    requirePermission(ctx, 'staff.end_session')
    await endSessionById(ctx, staffId, sessionId)
    return true
  }

  @FieldResolver(() => Boolean, { description: 'Whether this request belongs to the session.' })
  current(@Ctx() ctx: GraphContext, @Root() session: StaffSessionType): boolean {
    return session.id === currentSessionId(ctx)
  }
}

const currentSessionId = ({ cookie }: GraphContext): string | undefined =>
  cookie.token === undefined ? undefined : sessionIdOf(cookie.token)
