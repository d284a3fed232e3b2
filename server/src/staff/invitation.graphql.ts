import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Authorized } from '../graphql/authorization.ts'
import type { GraphContext } from '../graphql/context.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import { acceptInvitation } from './invitations/accept-invitation.ts'
import { nameOfActor } from './actor-name.ts'
import { findInvitation, listInvitations, type Invitation } from './invitations/invitation.ts'
import { inviteStaff } from './invitations/invite-staff.ts'
import { InvitationOfferType, InviteStaffInput, StaffInvitationType, StaffInvited } from './member.type.ts'
import { withdrawInvitation } from './invitations/withdraw-invitation.ts'

@Resolver(() => StaffInvitationType)
export class InvitationResolver {
  @Authorized('staff.read')
  @Query(() => [StaffInvitationType], { description: 'Pending and expired invitations.' })
  staffInvitations(@Ctx() ctx: GraphContext): Promise<StaffInvitationType[]> {
    return listInvitations(ctx)
  }

  @Authorized('staff.invite')
  @Mutation(() => StaffInvited, { description: 'Revokes an earlier invitation to the same e-mail.' })
  inviteStaff(
    @Ctx() ctx: GraphContext,
    @Arg('input', () => InviteStaffInput) input: InviteStaffInput,
  ): Promise<StaffInvited> {
    return inviteStaff(ctx, input)
  }

  @Authorized('staff.invite')
  @Mutation(() => Boolean)
  async withdrawInvitation(
    @Ctx() ctx: GraphContext,
    @Arg('id', () => UuidScalar) id: string,
  ): Promise<boolean> {
    await withdrawInvitation(ctx, id)
    return true
  }

  @Authorized('public')
  @Query(() => InvitationOfferType, {
    nullable: true,
    description: 'The invitation of a link, without sign-in; null when the link is not valid.',
  })
  invitation(
    @Ctx() ctx: GraphContext,
    @Arg('token', () => String) token: string,
  ): Promise<InvitationOfferType | null> {
    return findInvitation(ctx, token)
  }

  @Authorized('public')
  @Mutation(() => Boolean, {
    description: 'Accepts an invitation, without sign-in. The person signs in afterwards.',
  })
  async acceptInvitation(
    @Ctx() ctx: GraphContext,
    @Arg('token', () => String) token: string,
    @Arg('password', () => String) password: string,
  ): Promise<boolean> {
    await acceptInvitation(ctx, token, password)
    return true
  }

  @FieldResolver(() => String)
  invitedBy(@Ctx() ctx: GraphContext, @Root() invitation: Invitation): Promise<string> {
    return nameOfActor(ctx, invitation.invitedBy)
  }
}
