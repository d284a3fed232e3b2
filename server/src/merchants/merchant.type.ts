import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import { REFUND_FEE_POLICIES, type Merchant, type RefundFeePolicy } from './merchant.entity.ts'
import type { MerchantTerms } from './terms.ts'
import type { TermsVersion } from './terms-history.ts'

const RefundFeePolicyEnum = Object.fromEntries(REFUND_FEE_POLICIES.map((policy) => [policy, policy]))
registerEnumType(RefundFeePolicyEnum, { name: 'RefundFeePolicy' })

@ObjectType('MerchantTerms')
export class MerchantTermsType implements MerchantTerms {
  @Field(() => Boolean) pixEnabled!: boolean
  @Field(() => Int) feePercentBps!: number
  @Field(() => CentsScalar) feeFixedCents!: bigint
  @Field(() => Int) reserveBps!: number
  @Field(() => Int) reserveDays!: number
  @Field(() => Int) settlementDelayDays!: number
  @Field(() => RefundFeePolicyEnum) refundFeePolicy!: RefundFeePolicy
  @Field(() => CentsScalar, {
    nullable: true,
    description: 'The largest charge; null: none but that of the network.',
  })
  amountCeilingCents!: bigint | null
  @Field(() => Int, { description: 'Calls a second.' }) writeRate!: number
  @Field(() => Int, { description: 'Calls a second.' }) readRate!: number
  @Field(() => Int, { description: 'Calls a second.' }) searchRate!: number
  @Field(() => Boolean) payoutsByService!: boolean
  @Field(() => Boolean, { description: 'By hand; a debt or a dispute suspend them too (`Balance`).' })
  payoutsSuspended!: boolean
}

/** The terms from one moment to the next change. */
@ObjectType('TermsVersion')
export class TermsVersionType implements Pick<TermsVersion, 'version' | 'validFrom'> {
  @Field(() => Int) version!: number
  @Field(() => Date) validFrom!: Date
  @Field(() => String) changedBy!: string
  @Field(() => MerchantTermsType) terms!: MerchantTermsType
}

@ObjectType('Merchant')
export class MerchantType implements Pick<Merchant, 'id' | 'name' | 'environment' | 'createdAt'> {
  @Field(() => ID) id!: string
  @Field(() => String) name!: string
  @Field(() => String, { description: 'production or sandbox.' }) environment!: Merchant['environment']
  @Field(() => Date) createdAt!: Date
}

/** What is absent stays. */
@InputType()
export class UpdateTermsInput {
  @Field(() => Boolean, { nullable: true }) pixEnabled?: boolean
  @Field(() => Int, { nullable: true }) feePercentBps?: number
  @Field(() => CentsScalar, { nullable: true }) feeFixedCents?: bigint
  @Field(() => Int, { nullable: true }) reserveBps?: number
  @Field(() => Int, { nullable: true }) reserveDays?: number
  @Field(() => Int, { nullable: true }) settlementDelayDays?: number
  @Field(() => RefundFeePolicyEnum, { nullable: true }) refundFeePolicy?: RefundFeePolicy
  @Field(() => Boolean, { nullable: true }) payoutsByService?: boolean
}

/** What is absent stays. */
@InputType()
export class UpdateLimitsInput {
  @Field(() => CentsScalar, { nullable: true, description: 'Null takes the ceiling away.' })
  amountCeilingCents?: bigint | null
  @Field(() => Int, { nullable: true }) writeRate?: number
  @Field(() => Int, { nullable: true }) readRate?: number
  @Field(() => Int, { nullable: true }) searchRate?: number
}
