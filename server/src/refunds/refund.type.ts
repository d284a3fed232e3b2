import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { ChargeType } from '../charges/charge.type.ts'
import { CentsScalar, LocalizedTextScalar, UuidScalar } from '../graphql/scalars.ts'
import type { LocalizedText } from '../kernel/values/localized-text.ts'
import { HoldEffectType } from '../cases/case.type.ts'
import type { RefundPreview } from './preview-refund.ts'
import { REFUND_REASONS, REFUND_STATUSES, type Refund, type RefundReason } from './refund.entity.ts'

export const RefundReasonEnum = Object.fromEntries(REFUND_REASONS.map((reason) => [reason, reason]))
registerEnumType(RefundReasonEnum, { name: 'RefundReason' })

const RefundStatusEnum = Object.fromEntries(REFUND_STATUSES.map((status) => [status, status]))
registerEnumType(RefundStatusEnum, { name: 'RefundStatus' })

type Shown =
  | 'id'
  | 'merchantId'
  | 'chargeId'
  | 'caseId'
  | 'amountCents'
  | 'status'
  | 'reason'
  | 'description'
  | 'returnId'
  | 'failureText'
  | 'requestedAt'
  | 'completedAt'

@ObjectType('Refund')
export class RefundType implements Pick<Refund, Shown> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => ID) chargeId!: string
  @Field(() => ID) caseId!: string
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => RefundStatusEnum) status!: Refund['status']
  @Field(() => RefundReasonEnum, { nullable: true }) reason!: RefundReason | null
  @Field(() => String, { nullable: true }) description!: string | null
  @Field(() => String, { nullable: true }) returnId!: string | null
  @Field(() => LocalizedTextScalar, { nullable: true }) failureText!: LocalizedText | null
  @Field(() => Date) requestedAt!: Date
  @Field(() => Date, { nullable: true }) completedAt!: Date | null
}

@ObjectType('RequestedRefund')
export class RequestedRefundType {
  @Field(() => RefundType) refund!: RefundType
  @Field(() => ChargeType, { description: 'The charge after the request.' }) charge!: ChargeType
  @Field(() => Boolean, { description: 'True when an earlier call with the same key created the refund.' })
  replayed!: boolean
}

@ObjectType('RefundPreview', { description: 'What a refund would do now.' })
export class RefundPreviewType implements RefundPreview {
  @Field(() => String, { nullable: true, description: 'Why requestRefund would refuse this refund now.' })
  refusal!: RefundPreview['refusal']
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => HoldEffectType, { nullable: true }) effect!: HoldEffectType | null
}

@ArgsType()
export class RequestRefundArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar) chargeId!: string
  @Field(() => String, { description: 'Use the same key for every retry of one refund.' })
  idempotencyKey!: string
  @Field(() => CentsScalar, { nullable: true, description: 'The remaining amount when absent.' })
  amountCents?: bigint | null
  @Field(() => RefundReasonEnum, { nullable: true }) reason?: RefundReason | null
  @Field(() => String, { nullable: true, description: 'At most 140 characters; the payer may read it.' })
  description?: string | null
}
