import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { Permission } from '../graphql/permissions.ts'
import { permissionsOf } from './permissions.ts'
import { findStaff } from './staff.queries.ts'
import { StaffType } from './staff.type.ts'

@Resolver(() => StaffType)
export class StaffResolver {
  @Authorized('public')
  @Query(() => StaffType, { nullable: true, description: 'Null when nobody is signed in.' })
  async me(@Ctx() ctx: GraphContext): Promise<StaffType | null> {
    return ctx.viewer && (await findStaff(ctx, ctx.viewer.id))
  }

  @FieldResolver(() => [String])
  permissions(@Root() staff: StaffType): readonly Permission[] {
    return permissionsOf(staff.role)
  }
}
