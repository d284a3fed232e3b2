import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { UuidScalar } from '../graphql/scalars.ts'
import type { StaffRole } from './permissions.ts'
import type { StaffView } from './views/staff-view.entity.ts'
import { StaffRoleEnum } from './staff.type.ts'

type Shown = 'id' | 'page' | 'name' | 'search' | 'sharedWith' | 'createdAt' | 'updatedAt'

/** A search of a console page that a person saved under a name. */
@ObjectType('SavedView')
export class ViewType implements Pick<StaffView, Shown> {
  @Field(() => ID) id!: string
  @Field(() => String, { description: 'The page of the view, for example charges.' }) page!: string
  @Field(() => String) name!: string
  @Field(() => String, { description: "The page's search string." }) search!: string
  @Field(() => StaffRoleEnum, { nullable: true }) sharedWith!: StaffRole | null
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) updatedAt!: Date
}

@InputType()
export class SaveViewInput {
  @Field(() => UuidScalar, {
    nullable: true,
    description: 'Id of your view to change; absent for a new view.',
  })
  id?: string | null
  @Field(() => String) page!: string
  @Field(() => String) name!: string
  @Field(() => String) search!: string
  @Field(() => StaffRoleEnum, { nullable: true }) sharedWith?: StaffRole | null
}
