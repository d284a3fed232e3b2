import { Field, ID, ObjectType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import type { Balance } from './balance.ts'

@ObjectType('Balance')
export class BalanceType implements Pick<
  Balance,
  | 'merchantId'
  | 'pendingCents'
  | 'availableCents'
  | 'contractReserveCents'
  | 'blockedCents'
  | 'payoutReservedCents'
  | 'totalCents'
  | 'owedToServiceCents'
  | 'toReceiveCents'
  | 'payoutsSuspended'
  | 'asOf'
> {
  @Field(() => ID) merchantId!: string
  @Field(() => CentsScalar) pendingCents!: bigint
  @Field(() => CentsScalar) availableCents!: bigint
  @Field(() => CentsScalar) contractReserveCents!: bigint
  @Field(() => CentsScalar) blockedCents!: bigint
  @Field(() => CentsScalar) payoutReservedCents!: bigint
  @Field(() => CentsScalar) totalCents!: bigint
  @Field(() => CentsScalar) owedToServiceCents!: bigint
  @Field(() => CentsScalar) toReceiveCents!: bigint
  @Field(() => Boolean) payoutsSuspended!: boolean
  @Field(() => Date) asOf!: Date
}
