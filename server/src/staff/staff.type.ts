import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import type { LinkedIdentity } from './identity-provider/identity.queries.ts'
import { STAFF_ROLES, type StaffRole } from './permissions.ts'
import type { Staff } from './staff.entity.ts'

export const StaffRoleEnum = Object.fromEntries(STAFF_ROLES.map((role) => [role, role]))
registerEnumType(StaffRoleEnum, { name: 'StaffRole' })

/** A staff member, as shown to themselves. */
@ObjectType('Staff')
export class StaffType implements Pick<Staff, 'id' | 'email' | 'name' | 'role'> {
  @Field(() => ID) id!: string
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
}

/** A permission that a staff member lacks. */
@ObjectType('MissingPermission')
export class MissingPermissionType {
  @Field(() => String) permission!: string
  @Field(() => [StaffRoleEnum], { description: 'The roles that include the permission.' })
  roles!: StaffRole[]
}

/** The account of a person at an identity provider. */
@ObjectType('StaffIdentity')
export class StaffIdentityType implements LinkedIdentity {
  @Field(() => String) issuer!: string
  @Field(() => String, { description: "The provider's identifier of the person (OpenID Connect `sub`)." })
  subject!: string
  @Field(() => Date) linkedAt!: Date
}
