import { Field, ID, Int, ObjectType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import type { Merchant, RefundFeePolicy } from './merchant.entity.ts'
import type { MerchantTerms } from './terms.ts'

@ObjectType('MerchantTerms')
export class MerchantTermsType implements Pick<
  MerchantTerms,
  | 'pixEnabled'
  | 'feePercentBps'
  | 'feeFixedCents'
  | 'reserveBps'
  | 'reserveDays'
  | 'settlementDelayDays'
  | 'refundFeePolicy'
> {
  @Field(() => Boolean) pixEnabled!: boolean
  @Field(() => Int) feePercentBps!: number
  @Field(() => CentsScalar) feeFixedCents!: bigint
  @Field(() => Int) reserveBps!: number
  @Field(() => Int) reserveDays!: number
  @Field(() => Int) settlementDelayDays!: number
  @Field(() => String) refundFeePolicy!: RefundFeePolicy
}

@ObjectType('Merchant')
export class MerchantType implements Pick<Merchant, 'id' | 'name' | 'createdAt'> {
  @Field(() => ID) id!: string
  @Field(() => String) name!: string
  @Field(() => Date) createdAt!: Date
}
