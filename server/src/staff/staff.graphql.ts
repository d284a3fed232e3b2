import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphContext } from '../graphql/context.ts'
import type { Permission } from '../graphql/permissions.ts'
import { permissionsOf } from './permissions.ts'
import { SESSION_MS } from './session.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { findStaff } from './staff.queries.ts'
import { StaffType } from './staff.type.ts'

/** The only operations for which nobody need be signed in. */
@Resolver(() => StaffType)
export class StaffResolver {
  @Query(() => StaffType, { nullable: true })
  async me(@Ctx() ctx: GraphContext): Promise<StaffType | null> {
    return ctx.viewer && (await findStaff(ctx, ctx.viewer.id))
  }

  @Mutation(() => StaffType)
  async signIn(
    @Ctx() ctx: GraphContext,
    @Arg('email', () => String) email: string,
    @Arg('password', () => String) password: string,
  ): Promise<StaffType> {
    const { staff, token } = await signIn(ctx, { email, password, currentToken: ctx.cookie.token })
    ctx.cookie.set(token, SESSION_MS / 1_000)
    return staff
  }

  @Mutation(() => Boolean)
  async signOut(@Ctx() ctx: GraphContext): Promise<boolean> {
    if (ctx.cookie.token !== undefined) await signOut(ctx, ctx.cookie.token)
    ctx.cookie.clear()
    return true
  }

  @FieldResolver(() => [String])
  permissions(@Root() staff: StaffType): readonly Permission[] {
    return permissionsOf(staff.role)
  }
}
