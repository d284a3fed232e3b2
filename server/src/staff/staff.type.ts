import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { STAFF_ROLES, type StaffRole } from './permissions.ts'
import type { Staff } from './staff.entity.ts'

export const StaffRoleEnum = Object.fromEntries(STAFF_ROLES.map((role) => [role, role]))
registerEnumType(StaffRoleEnum, { name: 'StaffRole' })

/** A person of the console, as they see themselves. */
@ObjectType('Staff')
export class StaffType implements Pick<Staff, 'id' | 'email' | 'name' | 'role'> {
  @Field(() => ID) id!: string
  @Field(() => String) email!: string
  @Field(() => String) name!: string
  @Field(() => StaffRoleEnum) role!: StaffRole
}
