import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { TEST_PERMISSIONS, type Permission } from '../graphql/permissions.ts'
import { missingPermissionsOf, permissionsOf } from './permissions.ts'
import { findStaff } from './staff.queries.ts'
import { MissingPermissionType, StaffType } from './staff.type.ts'

/**
 * The permissions that apply on pages of the test environment. These pages also use a few queries and mutations of
 * production: a person's saved views, and the creation of a test key.
 */
const ON_TEST_PAGES: ReadonlySet<Permission> = new Set<Permission>([
  ...TEST_PERMISSIONS,
  'api_key.create_test',
  'saved_view.read',
  'saved_view.save',
])

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

  @FieldResolver(() => [MissingPermissionType], {
    description: 'The permissions that the role of the person lacks.',
  })
  missingPermissions(@Root() staff: StaffType): MissingPermissionType[] {
    return missingPermissionsOf(staff.role)
  }

  @FieldResolver(() => [String], {
    description:
      'The permissions that apply on the pages of the test environment; empty without a test environment.',
  })
  testPermissions(@Ctx() { openSandbox }: GraphContext, @Root() staff: StaffType): readonly Permission[] {
    return openSandbox ? permissionsOf(staff.role).filter((permission) => ON_TEST_PAGES.has(permission)) : []
  }
}
