import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { connectionOf } from '../graphql/page.ts'
import { PeriodArgs } from '../graphql/period.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import type { PayoutDay } from './payout-days.queries.ts'
import { PAYOUT_STATES, type Payout, type PayoutState } from './payout.entity.ts'

const PayoutStateEnum = Object.fromEntries(PAYOUT_STATES.map((state) => [state, state]))
registerEnumType(PayoutStateEnum, { name: 'PayoutState' })

type Shown =
  | 'id'
  | 'merchantId'
  | 'state'
  | 'amountCents'
  | 'externalReference'
  | 'paidAt'
  | 'journalId'
  | 'note'
  | 'reservedAt'
  | 'createdAt'
  | 'createdBy'
  | 'updatedAt'

/** A transfer by the service to a merchant's bank account. */
@ObjectType('Payout')
export class PayoutType implements Pick<Payout, Shown> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => PayoutStateEnum) state!: PayoutState
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => String, { nullable: true }) externalReference!: string | null
  @Field(() => Date, { nullable: true }) paidAt!: Date | null
  @Field(() => ID, { nullable: true }) journalId!: string | null
  @Field(() => String, { nullable: true, description: 'Why the payout was forced, released or reversed.' })
  note!: string | null
  @Field(() => Date, { nullable: true }) reservedAt!: Date | null
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) updatedAt!: Date
  createdBy!: string
}

@ObjectType()
export class PayoutConnection extends connectionOf(PayoutType) {}

@ArgsType()
export class PayoutArgs {
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => [PayoutStateEnum], { nullable: true }) state?: PayoutState[] | null
  @Field(() => Date, { nullable: true, description: 'Inclusive; compared with the time of the transfer.' })
  paidFrom?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) paidTo?: Date | null
  @Field(() => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first!: number | null
  @Field(() => String, { nullable: true }) after?: string | null
}

/** The number and the sums of the transfers of one day. */
@ObjectType('PayoutDay')
export class PayoutDayType implements PayoutDay {
  @Field(() => String, { description: 'The day in the requested zone: 2026-11-20.' }) day!: string
  @Field(() => CentsScalar, { description: 'Transfers of the day that were not reversed.' })
  paidCents!: bigint
  @Field(() => Int) paid!: number
  @Field(() => CentsScalar, { description: 'Transfers of the day that were reversed later.' })
  reversedCents!: bigint
  @Field(() => Int) reversed!: number
}

@ArgsType()
export class PayoutHistoryArgs extends PeriodArgs {
  @Field(() => UuidScalar, { nullable: true, description: 'All merchants when absent.' })
  merchantId?: string | null
}

@ArgsType()
class PayoutAmountArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => String, {
    nullable: true,
    description: 'Why the payout is made while payouts are suspended.',
  })
  forceReason?: string | null
}

@ArgsType()
export class ReservePayoutArgs extends PayoutAmountArgs {
  @Field(() => String, {
    description: 'The idempotency key of the reservation, the same for every attempt; 8 to 120 characters.',
  })
  idempotencyKey!: string
}

@ArgsType()
export class RecordPayoutArgs extends PayoutAmountArgs {
  @Field(() => String, { description: "The bank's reference; unique per merchant." })
  externalReference!: string
  @Field(() => Date, { description: 'The time of the transfer, not in the future.' }) paidAt!: Date
}

@ArgsType()
export class SettlePayoutArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar) id!: string
  @Field(() => String, { description: "The bank's reference; unique per merchant." })
  externalReference!: string
  @Field(() => Date, { description: 'The time of the transfer, not in the future.' }) paidAt!: Date
}
