import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import type { AttentionCount, AttentionItem, OtherMerchants } from './attention.queries.ts'
import { MerchantReferenceType } from './home.type.ts'
import { ATTENTION_KINDS, type AttentionKind } from './attention-row.ts'

export const AttentionKindEnum = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, kind]))
registerEnumType(AttentionKindEnum, { name: 'AttentionKind' })

@ObjectType('AttentionItem', { description: 'A record that a person has to look at.' })
export class AttentionItemType implements AttentionItem {
  @Field(() => AttentionKindEnum) kind!: AttentionKind
  @Field(() => ID, { description: 'The id of the case, charge, refund, payout, exception or endpoint.' })
  id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => ID, { nullable: true }) chargeId!: string | null
  @Field(() => String, { nullable: true, description: 'An order reference, end-to-end id or URL.' })
  label!: string | null
  @Field(() => CentsScalar, {
    nullable: true,
    description: 'For a difference, the amount at the network minus the recorded amount.',
  })
  amountCents!: bigint | null
  @Field(() => Date, { nullable: true, description: 'The time until which a person can act.' })
  dueAt!: Date | null
  @Field(() => Date) since!: Date
}

@ObjectType('AttentionCount')
export class AttentionCountType implements AttentionCount {
  @Field(() => AttentionKindEnum) kind!: AttentionKind
  @Field(() => Int, { description: 'A count of 1001 means more than 1000.' }) count!: number
}

@ObjectType('OtherMerchant')
export class OtherMerchantType extends MerchantReferenceType {
  @Field(() => [AttentionKindEnum], { description: 'The kinds of its records that need attention.' })
  kinds!: AttentionKind[]
}

@ObjectType('OtherMerchants')
export class OtherMerchantsType implements Record<keyof OtherMerchants, unknown> {
  @Field(() => Int) count!: number
  @Field(() => Int, { description: 'The number of their records. 1001 means more than 1000.' })
  records!: number
  @Field(() => [OtherMerchantType], { description: 'The first three of them, by name.' })
  first!: OtherMerchantType[]
}
