import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { CentsScalar, LocalizedTextScalar, UuidScalar } from '../graphql/scalars.ts'
import type { LocalizedText } from '../kernel/values/localized-text.ts'
import { CHARGE_ATTENTION } from './attention/attention-reasons.ts'
import { CHARGE_STATUSES, type ChargeStatus } from './charge-status.ts'
import type { Charge } from './charge.entity.ts'
import type { Classification, Payment } from './payment.entity.ts'

export const ChargeStatusEnum = Object.fromEntries(CHARGE_STATUSES.map((status) => [status, status]))
registerEnumType(ChargeStatusEnum, { name: 'ChargeStatus' })

export const ChargeAttentionEnum = Object.fromEntries(CHARGE_ATTENTION.map((reason) => [reason, reason]))
registerEnumType(ChargeAttentionEnum, { name: 'ChargeAttention' })

/** The QR code of an issued charge. */
@ObjectType('Pix')
export class PixType {
  @Field(() => String, { nullable: true }) qrCodePayload!: string | null
  @Field(() => String, { nullable: true }) txid!: string | null
  @Field(() => Date, { nullable: true }) expiresAt!: Date | null
}

@ObjectType('Payment')
export class PaymentType implements Pick<
  Payment,
  'id' | 'endToEndId' | 'amountCents' | 'classification' | 'paidAt' | 'recordedAt' | 'settledAt'
> {
  @Field(() => ID) id!: string
  @Field(() => String) endToEndId!: string
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => String) classification!: Classification
  @Field(() => Date) paidAt!: Date
  @Field(() => Date) recordedAt!: Date
  @Field(() => Date, { nullable: true }) settledAt!: Date | null
}

type Shown =
  | 'id'
  | 'merchantId'
  | 'orderReference'
  | 'amountCents'
  | 'description'
  | 'feePercentBps'
  | 'feeFixedCents'
  | 'feeCents'
  | 'netCents'
  | 'reserveCents'
  | 'refundedCents'
  | 'expiresAt'
  | 'paidAt'
  | 'latePayment'
  | 'createdAt'
  | 'updatedAt'
  | 'endToEndId'
  | 'paymentsCount'
  | 'payerName'

/** A charge for staff, with its payer. The type has no field with the payer's full document. */
@ObjectType('Charge')
export class ChargeType implements Pick<Charge, Shown> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => String) orderReference!: string
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => String, { nullable: true }) description!: string | null
  @Field(() => Int) feePercentBps!: number
  @Field(() => CentsScalar) feeFixedCents!: bigint
  @Field(() => CentsScalar, { nullable: true }) feeCents!: bigint | null
  @Field(() => CentsScalar, { nullable: true }) netCents!: bigint | null
  @Field(() => CentsScalar, { nullable: true }) reserveCents!: bigint | null
  @Field(() => CentsScalar) refundedCents!: bigint
  @Field(() => Date, { nullable: true }) expiresAt!: Date | null
  @Field(() => Date, { nullable: true }) paidAt!: Date | null
  @Field(() => Boolean) latePayment!: boolean
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) updatedAt!: Date
  @Field(() => String, { nullable: true }) endToEndId!: string | null
  @Field(() => Int) paymentsCount!: number
  @Field(() => LocalizedTextScalar, { nullable: true }) failureText?: LocalizedText | null
  @Field(() => String, { nullable: true }) payerName!: string | null
}

@ObjectType()
export class ChargeConnection extends connectionOf(ChargeType) {}

@InputType('ChargeFilter')
export class ChargeFilterInput {
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => [ChargeStatusEnum], { nullable: true }) status?: ChargeStatus[] | null
  @Field(() => String, { nullable: true }) orderReference?: string | null
  @Field(() => String, {
    nullable: true,
    description: 'An order reference, an id, a document or a part of a name.',
  })
  q?: string | null
  @Field(() => Date, { nullable: true, description: 'Inclusive.' }) createdFrom?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) createdTo?: Date | null
  @Field(() => CentsScalar, { nullable: true, description: 'Inclusive.' }) amountFromCents?: bigint | null
  @Field(() => CentsScalar, { nullable: true, description: 'Inclusive.' }) amountToCents?: bigint | null
  @Field(() => Boolean, { nullable: true, description: 'Only charges paid after their expiry time.' })
  latePayment?: boolean | null
  @Field(() => Boolean, { nullable: true, description: 'Only charges with more than one payment.' })
  duplicates?: boolean | null
  @Field(() => Boolean, { nullable: true, description: 'Only charges that need attention.' })
  needsAttention?: boolean | null
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only charges with a payment that has an open exception with the network.',
  })
  hasDifference?: boolean | null
}
