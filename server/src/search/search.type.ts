import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import { HIT_KINDS, type HitKind, type SearchHit } from './search-hits.ts'

const HitKindEnum = Object.fromEntries(HIT_KINDS.map((kind) => [kind, kind]))
registerEnumType(HitKindEnum, { name: 'SearchHitKind' })

@ObjectType('SearchHit')
export class SearchHitType implements SearchHit {
  @Field(() => HitKindEnum) kind!: HitKind
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => String, { nullable: true, description: 'Null for a hit that is shown by its amount.' })
  title!: string | null
  @Field(() => String, { nullable: true }) detail!: string | null
  @Field(() => CentsScalar, { nullable: true }) amountCents!: bigint | null
  @Field(() => String, { description: 'The path of the console page that shows the record.' }) path!: string
}
