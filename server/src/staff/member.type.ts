import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { Invitation } from './invitations/invitation.ts'
import type { StaffRole } from './permissions.ts'
import type { SessionSummary } from './sessions/session.queries.ts'
import type { Staff } from './staff.entity.ts'
import { StaffRoleEnum } from './staff.type.ts'

type Shown = 'id' | 'email' | 'name' | 'role' | 'disabledAt' | 'lastSeenAt' | 'createdAt'

/** A staff member, as shown to administrators. */
@ObjectType('StaffMember')
export class StaffMemberType implements Pick<Staff, Shown> {
  @Field(() => ID) id!: string
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
  @Field(() => Date, { nullable: true, description: 'When the person was deactivated; null while active.' })
  disabledAt!: Date | null
  @Field(() => Date, {
    nullable: true,
    description: 'The last request of the person, accurate to the minute; null before the first sign-in.',
  })
  lastSeenAt!: Date | null
  @Field(() => Date) createdAt!: Date
}

/** An active session of a staff member. */
@ObjectType('StaffSession')
export class StaffSessionType implements SessionSummary {
  @Field(() => ID) id!: string
  @Field(() => Date) startedAt!: Date
  @Field(() => Date) lastSeenAt!: Date
  @Field(() => Date) endsAt!: Date
  @Field(() => String, { nullable: true }) ip!: string | null
  @Field(() => String, { nullable: true }) userAgent!: string | null
}

/** A pending or expired invitation to become a staff member. */
@ObjectType('StaffInvitation')
export class StaffInvitationType implements Omit<Invitation, 'invitedBy'> {
  @Field(() => ID) id!: string
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) expiresAt!: Date
}

@ObjectType()
export class StaffInvited {
  @Field(() => StaffInvitationType) invitation!: StaffInvitationType
  @Field(() => String, { description: 'Token of the one-time link. It cannot be shown again.' })
  token!: string
}

/** An invitation, as shown to the invited person. */
@ObjectType('InvitationOffer')
export class InvitationOfferType implements Pick<Invitation, 'email' | 'name' | 'role' | 'expiresAt'> {
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
  @Field(() => Date) expiresAt!: Date
}

@ObjectType('StaffRoleGrants')
export class StaffRoleGrantsType {
  @Field(() => StaffRoleEnum) role!: StaffRole
  @Field(() => [String]) permissions!: readonly string[]
}

@InputType()
export class InviteStaffInput {
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
}
