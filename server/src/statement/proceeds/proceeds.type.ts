import { Field, ID, ObjectType } from 'type-graphql'
import { CentsScalar } from '../../graphql/scalars.ts'
import type { Sale } from '../../payments/fee.ts'
import type { PaidOutPart } from './paid-out.queries.ts'
import type { PayoutObstacle } from './payout-obstacles.ts'
import type { Proceeds } from './proceeds.ts'

@ObjectType('PaidOutPart', { description: "The part of a charge's money that one payout transferred." })
export class PaidOutPartType implements Omit<PaidOutPart, 'chargeId' | 'recordedBy'> {
  @Field(() => ID) payoutId!: string
  @Field(() => String) reference!: string
  @Field(() => Date) paidAt!: Date
  @Field(() => CentsScalar, { description: 'Negative when the payout contains a debit of the charge.' })
  amountCents!: bigint
}

@ObjectType('PayoutObstacle', { description: 'A reason why no payout to the merchant can be made now.' })
export class PayoutObstacleType implements PayoutObstacle {
  @Field(() => String, { description: 'A code of a suspension reason.' }) code!: PayoutObstacle['code']
  @Field(() => Date, {
    nullable: true,
    description: 'Null if the merchant has never had a bank account.',
  })
  since!: Date | null
  @Field(() => ID, { nullable: true, description: 'The dispute, for the code open_disputes.' })
  caseId!: string | null
  merchantId!: string
}

@ObjectType('ChargeProceeds', { description: "The merchant's money from a paid charge." })
export class ProceedsType implements Proceeds {
  @Field(() => CentsScalar, { description: 'The part of the fee that the service keeps.' })
  feeCents!: bigint
  @Field(() => CentsScalar, {
    description: "The charge's amount minus fee, returned amount and blocked amount.",
  })
  payableCents!: bigint
  @Field(() => CentsScalar) pendingCents!: bigint
  @Field(() => Date, {
    description: 'When pending money becomes available, if the network has settled the payment.',
  })
  availableAt!: Date
  @Field(() => Date, { nullable: true, description: 'When the settlement was recorded.' })
  settledAt!: Date | null
  @Field(() => CentsScalar) reserveCents!: bigint
  @Field(() => Date, { description: 'When the terms release the reserve.' }) reserveReleasedAt!: Date
  @Field(() => CentsScalar, { description: "The merchant's money that open cases block." })
  blockedCents!: bigint
  @Field(() => CentsScalar, { description: 'The money that became available, minus debits such as refunds.' })
  availableCents!: bigint
  @Field(() => Date, { nullable: true, description: 'When money first became available.' })
  becameAvailableAt!: Date | null
  @Field(() => CentsScalar, { description: 'The available part that no payout has transferred yet.' })
  awaitingPayoutCents!: bigint
  merchantId!: string
  @Field(() => [PaidOutPartType], { description: 'Oldest payout first.' }) paidOut!: PaidOutPart[]
}

@ObjectType('ExpectedSale', { description: 'The amounts of a sale that is not paid yet.' })
export class ExpectedSaleType implements Sale {
  @Field(() => CentsScalar) feeCents!: bigint
  @Field(() => CentsScalar, {
    description: 'The gross amount minus the fee. The reserve is a part of the net.',
  })
  netCents!: bigint
  @Field(() => CentsScalar) reserveCents!: bigint
}
