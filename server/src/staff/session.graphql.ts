import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext, SignedInContext } from '../graphql/context.ts'
import { SessionIdScalar, UuidScalar } from '../graphql/scalars.ts'
import { endOtherSessions, endSessionById } from './sessions/end-sessions.ts'
import { StaffSessionType } from './member.type.ts'
import { sessionIdOf } from './sessions/session.ts'
import { listSessions } from './sessions/session.queries.ts'

@Resolver(() => StaffSessionType)
export class SessionResolver {
  @Authorized('signed_in')
  @Query(() => [StaffSessionType], { description: 'Your active sessions.' })
  mySessions(@Ctx() ctx: SignedInContext): Promise<StaffSessionType[]> {
    return listSessions(ctx, ctx.viewer.id)
  }

  @Authorized('signed_in')
  @Mutation(() => Boolean)
  async endMySession(
    @Ctx() ctx: SignedInContext,
    @Arg('id', () => SessionIdScalar) sessionId: string,
  ): Promise<boolean> {
    await endSessionById(ctx, ctx.viewer.id, sessionId)
    return true
  }

  @Authorized('signed_in')
  @Mutation(() => Int, { description: 'Returns how many sessions ended.' })
  endMyOtherSessions(@Ctx() ctx: SignedInContext): Promise<number> {
    return endOtherSessions(ctx, ctx.viewer.id, currentSessionId(ctx) ?? '')
  }

  @Authorized('staff.end_session')
  @Mutation(() => Boolean)
  async endStaffSession(
    @Ctx() ctx: GraphContext,
    @Arg('staffId', () => UuidScalar) staffId: string,
    @Arg('id', () => SessionIdScalar) sessionId: string,
  ): Promise<boolean> {
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
