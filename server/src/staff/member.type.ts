import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { Invitation } from './invitations/invitation.ts'
import type { StaffRole } from './permissions.ts'
import type { SessionSummary } from './sessions/session.queries.ts'
import type { Staff } from './staff.entity.ts'
import { StaffRoleEnum } from './staff.type.ts'

type Shown = 'id' | 'email' | 'name' | 'role' | 'disabledAt' | 'lastSeenAt' | 'createdAt'

/** A person of the console, as an administrator sees them. */
@ObjectType('StaffMember')
export class StaffMemberType implements Pick<Staff, Shown> {
  @Field(() => ID) id!: string
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
  @Field(() => Date, { nullable: true, description: 'Shut out since; null while they may come in.' })
  disabledAt!: Date | null
  @Field(() => Date, { nullable: true, description: 'To the minute; null when never.' })
  lastSeenAt!: Date | null
  @Field(() => Date) createdAt!: Date
}

/** A sign-in that is in force. */
@ObjectType('StaffSession')
export class StaffSessionType implements SessionSummary {
  @Field(() => ID) id!: string
  @Field(() => Date) startedAt!: Date
  @Field(() => Date) lastSeenAt!: Date
  @Field(() => Date) endsAt!: Date
  @Field(() => String, { nullable: true }) ip!: string | null
  @Field(() => String, { nullable: true }) userAgent!: string | null
}

/** A place offered to somebody, who has not come in yet. */
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
  @Field(() => String, { description: 'For the one-time link; shown this once.' }) token!: string
}

/** What an invited person sees of their invitation. */
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
