import { ArgsType, Field, ID, ObjectType } from 'type-graphql'
import { PeriodArgs } from '../graphql/period.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import type { Balance } from '../ledger/balance.ts'
import type { BalanceDay, Positions } from '../ledger/positions-at.ts'
import type { SuspensionReason } from '../merchants/suspension-reasons.ts'

const HELD_FOR_PAYERS =
  'The part of blockedCents that belongs to payers: held payments, which the service returns.'

@ObjectType('Balance')
export class BalanceType implements Balance {
  @Field(() => ID) merchantId!: string
  @Field(() => CentsScalar) pendingCents!: bigint
  @Field(() => CentsScalar) availableCents!: bigint
  @Field(() => CentsScalar) contractReserveCents!: bigint
  @Field(() => CentsScalar) blockedCents!: bigint
  @Field(() => CentsScalar, { description: HELD_FOR_PAYERS }) heldForPayersCents!: bigint
  @Field(() => CentsScalar) payoutReservedCents!: bigint
  @Field(() => CentsScalar) totalCents!: bigint
  @Field(() => CentsScalar) owedToServiceCents!: bigint
  @Field(() => CentsScalar) toReceiveCents!: bigint
  @Field(() => CentsScalar) availableForPayoutCents!: bigint
  @Field(() => Boolean) payoutsByService!: boolean
  @Field(() => Date) asOf!: Date
}

/** A reason why payouts of a merchant are suspended. */
@ObjectType('SuspensionReason')
export class SuspensionReasonType implements SuspensionReason {
  @Field(() => String) code!: SuspensionReason['code']
  @Field(() => Date) since!: Date
  @Field(() => ID, { nullable: true }) caseId!: string | null
}

/** A merchant's positions at one moment. A debt is a negative receivable. */
@ObjectType('Positions')
export class PositionsType implements Positions {
  @Field(() => CentsScalar) pendingCents!: bigint
  @Field(() => CentsScalar) availableCents!: bigint
  @Field(() => CentsScalar) contractReserveCents!: bigint
  @Field(() => CentsScalar) blockedCents!: bigint
  @Field(() => CentsScalar, { description: HELD_FOR_PAYERS }) heldForPayersCents!: bigint
  @Field(() => CentsScalar) payoutReservedCents!: bigint
  @Field(() => CentsScalar) receivableCents!: bigint
  @Field(() => CentsScalar) totalCents!: bigint
  @Field(() => Date, { description: 'The time of the positions: every entry posted until then counts.' })
  asOf!: Date
}

@ObjectType('BalanceDay')
export class BalanceDayType extends PositionsType implements BalanceDay {
  @Field(() => String, {
    description: 'The day in the requested zone, such as 2026-11-20. `asOf` is the end of the day, or now.',
  })
  day!: string
}

@ArgsType()
export class BalanceHistoryArgs extends PeriodArgs {
  @Field(() => UuidScalar) merchantId!: string
}
