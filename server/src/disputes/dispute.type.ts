import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { HoldEffectType } from '../cases/case.type.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import type { DisputePolicy } from '../merchants/merchant.entity.ts'
import { DisputePolicyEnum } from '../merchants/merchant.type.ts'
import type { Decision } from './decide-dispute.ts'
import {
  DISPUTE_RESULTS,
  DISPUTE_STATUSES,
  RETURNED_BY,
  type Dispute,
  type ReturnedBy,
} from './dispute.entity.ts'
import type { DisputePreview } from './dispute.queries.ts'

const enumOf = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))

const DisputeStatusEnum = enumOf(DISPUTE_STATUSES)
registerEnumType(DisputeStatusEnum, { name: 'DisputeStatus' })
const DisputeResultEnum = enumOf(DISPUTE_RESULTS)
registerEnumType(DisputeResultEnum, { name: 'DisputeResult' })
const ReturnedByEnum = enumOf(RETURNED_BY)
registerEnumType(ReturnedByEnum, { name: 'ReturnedBy' })
const DecisionEnum = enumOf(['accepted', 'rejected', 'cancelled'])
registerEnumType(DecisionEnum, { name: 'DisputeDecision' })

type Shown = Exclude<keyof Dispute, 'paymentId' | 'deadlineToldAt' | 'updatedAt'>

@ObjectType('Dispute')
export class DisputeType implements Pick<Dispute, Shown> {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) caseId!: string
  @Field(() => ID, { nullable: true }) chargeId!: string | null
  @Field(() => String, { description: 'staff, notice or network.' }) origin!: Dispute['origin']
  @Field(() => String) nature!: string
  @Field(() => DisputePolicyEnum) policy!: DisputePolicy
  @Field(() => DisputeStatusEnum) status!: Dispute['status']
  @Field(() => String, { nullable: true }) description!: string | null
  @Field(() => String, { nullable: true }) evidence!: string | null
  @Field(() => Date, { nullable: true }) evidenceAt!: Date | null
  @Field(() => Date, {
    nullable: true,
    description: 'When staff forwarded the current evidence to the PSP. Null: not forwarded.',
  })
  evidenceForwardedAt!: Date | null
  evidenceForwardedBy!: string | null
  @Field(() => Date) answerUntil!: Date
  @Field(() => DisputeResultEnum, { nullable: true }) result!: Dispute['result']
  @Field(() => CentsScalar, { nullable: true }) decidedCents!: bigint | null
  @Field(() => ReturnedByEnum, { nullable: true }) returnedBy!: ReturnedBy | null
  @Field(() => CentsScalar) returnedCents!: bigint
  @Field(() => Date) openedAt!: Date
  @Field(() => Date, { nullable: true }) decidedAt!: Date | null
  @Field(() => Date, { nullable: true }) closedAt!: Date | null
}

@ObjectType('DisputePreview', { description: 'What a dispute of the whole payment would do now.' })
export class DisputePreviewType implements DisputePreview {
  @Field(() => CentsScalar, { description: 'The disputed amount.' }) amountCents!: bigint
  @Field(() => HoldEffectType, {
    nullable: true,
    description: 'Null for a held payment, whose money is the money of its payer.',
  })
  effect!: HoldEffectType | null
}

@ArgsType()
export class OpenDisputeArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => String, { description: 'Identifies the contested payment.' }) endToEndId!: string
  @Field(() => CentsScalar, { nullable: true, description: 'The amount not returned yet when absent.' })
  amountCents?: bigint | null
  @Field(() => String, { description: "The network's name of the reason, such as MED_FRAUDE." })
  nature!: string
  @Field(() => String, { nullable: true }) description?: string | null
  @Field(() => DisputePolicyEnum, {
    nullable: true,
    description: "The policy of the merchant's contract when absent.",
  })
  policy?: DisputePolicy | null
  @Field(() => Date, { nullable: true, description: 'Seven days from now when absent.' })
  answerUntil?: Date | null
}

@ArgsType()
export class DecideDisputeArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar) caseId!: string
  @Field(() => DecisionEnum) decision!: Decision['kind']
  @Field(() => String) reason!: string
  @Field(() => CentsScalar, {
    nullable: true,
    description: 'Only for accepted; the whole disputed amount when absent.',
  })
  amountCents?: bigint | null
  @Field(() => ReturnedByEnum, { nullable: true, description: 'Only for accepted; service when absent.' })
  returnedBy?: ReturnedBy | null
}
