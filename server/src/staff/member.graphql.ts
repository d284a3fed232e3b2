import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { oneById } from '../graphql/data-loaders.ts'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { changeRole } from './access/change-role.ts'
import { deactivateStaff } from './access/deactivate-staff.ts'
import { listIdentities } from './identity-provider/identity.queries.ts'
import { StaffMemberType, StaffRoleGrantsType, StaffSessionType } from './member.type.ts'
import { permissionsOf, STAFF_ROLES, type StaffRole } from './permissions.ts'
import { reactivateStaff } from './access/reactivate-staff.ts'
import { listSessions } from './sessions/session.queries.ts'
import { getStaff, listStaff } from './staff.queries.ts'
import { StaffIdentityType, StaffRoleEnum } from './staff.type.ts'
import { listStaffWithTotp } from './second-factor/totp-store.ts'
import { unlinkIdentity } from './identity-provider/unlink-identity.ts'

const withTotpById = oneById(listStaffWithTotp)

@Resolver(() => StaffMemberType)
export class MemberResolver {
  @Authorized('staff.read')
  @Query(() => [StaffMemberType])
  staffMembers(@Ctx() ctx: GraphContext): Promise<StaffMemberType[]> {
    return listStaff(ctx)
  }

  @Authorized('staff.read')
  @Query(() => StaffMemberType)
  staffMember(@Ctx() ctx: GraphContext, @Arg('id', () => UuidScalar) id: string): Promise<StaffMemberType> {
    return getStaff(ctx, id)
  }

  @Authorized('staff.read')
  @Query(() => [StaffRoleGrantsType], {
    description: 'The permissions of each role, as the server enforces them.',
  })
  staffRoles(): StaffRoleGrantsType[] {
    return STAFF_ROLES.map((role) => ({ role, permissions: permissionsOf(role) }))
  }

  @Authorized('staff.change_role')
  @Mutation(() => StaffMemberType, { description: 'Changes the role of a person and ends their sessions.' })
  changeStaffRole(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('role', () => StaffRoleEnum) role: StaffRole,
    @Arg('reason', () => String) reason: string,
  ): Promise<StaffMemberType> {
    return changeRole(ctx, id, role, reason)
  }

  @Authorized('staff.deactivate')
  @Mutation(() => StaffMemberType, { description: 'Deactivates a person and ends their sessions.' })
  deactivateStaff(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<StaffMemberType> {
    return deactivateStaff(ctx, id, reason)
  }

  @Authorized('staff.deactivate')
  @Mutation(() => StaffMemberType)
  reactivateStaff(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<StaffMemberType> {
    return reactivateStaff(ctx, id, reason)
  }

  @Authorized('staff.unlink_identity')
  @Mutation(() => Boolean, { description: 'Ends the sessions that began at the provider.' })
  async unlinkStaffIdentity(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) staffId: string,
    @Arg('issuer', () => String) issuer: string,
    @Arg('reason', () => String) reason: string,
  ): Promise<boolean> {
    await unlinkIdentity(ctx, { staffId, issuer, reason })
    return true
  }

  @FieldResolver(() => Boolean, { description: 'Whether the person has an authenticator app.' })
  async hasTotp(@Ctx() ctx: GraphContext, @Root() member: StaffMemberType): Promise<boolean> {
    return (await withTotpById(ctx, member.id)) !== undefined
  }

  @FieldResolver(() => [StaffSessionType], { description: 'Active sessions, most recently used first.' })
  sessions(@Ctx() ctx: GraphContext, @Root() member: StaffMemberType): Promise<StaffSessionType[]> {
    return listSessions(ctx, member.id)
  }

  @FieldResolver(() => [StaffIdentityType], {
    description: 'The accounts of the person at identity providers.',
  })
  identities(@Ctx() ctx: GraphContext, @Root() member: StaffMemberType): Promise<StaffIdentityType[]> {
    return listIdentities(ctx, member.id)
  }
}
