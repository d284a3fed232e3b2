import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { HIT_KINDS, type HitKind, type SearchHit } from './search-hits.ts'

const HitKindEnum = Object.fromEntries(HIT_KINDS.map((kind) => [kind, kind]))
registerEnumType(HitKindEnum, { name: 'SearchHitKind' })

@ObjectType('SearchHit')
export class SearchHitType implements SearchHit {
  @Field(() => HitKindEnum) kind!: HitKind
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => String) title!: string
  @Field(() => String, { nullable: true }) detail!: string | null
  @Field(() => String, { description: 'Where the console shows it.' }) path!: string
}
