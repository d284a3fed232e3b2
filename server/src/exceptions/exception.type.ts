import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { connectionOf } from '../graphql/page.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import type { ExceptionAmounts } from './exception-amounts.ts'
import type { ExceptionTotals } from './exception-totals.ts'
import {
  EXCEPTION_KINDS,
  EXCEPTION_REMEDIES,
  EXCEPTION_STATES,
  type ExceptionKind,
  type ExceptionRemedy,
  type ExceptionState,
  type ReconciliationException,
} from './exception.entity.ts'

const ExceptionKindEnum = Object.fromEntries(EXCEPTION_KINDS.map((kind) => [kind, kind]))
registerEnumType(ExceptionKindEnum, { name: 'ReconciliationExceptionKind' })

export const ExceptionStateEnum = Object.fromEntries(EXCEPTION_STATES.map((state) => [state, state]))
registerEnumType(ExceptionStateEnum, { name: 'ReconciliationExceptionState' })

/**
 * `none` moves no money. Any other remedy posts an entry, or schedules another attempt to record a payment or return.
 */
const ExceptionRemedyEnum = Object.fromEntries(EXCEPTION_REMEDIES.map((remedy) => [remedy, remedy]))
registerEnumType(ExceptionRemedyEnum, { name: 'ReconciliationRemedy' })

@ObjectType('NamedValue')
export class NamedValueType {
  @Field(() => String) name!: string
  @Field(() => String) value!: string
}

type Shown = Exclude<keyof ReconciliationException, 'details' | 'subject'>

/** A difference between the ledger and the network's records. */
@ObjectType('ReconciliationException')
export class ExceptionType implements Pick<ReconciliationException, Shown> {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) id!: string
  @Field(() => ExceptionKindEnum) kind!: ExceptionKind
  @Field(() => ExceptionStateEnum) state!: ExceptionState
  @Field(() => String) endToEndId!: string
  @Field(() => ID, { nullable: true }) paymentId!: string | null
  @Field(() => Date) openedAt!: Date
  @Field(() => Date, { description: 'When the difference was last confirmed.' }) checkedAt!: Date
  @Field(() => Date, { nullable: true }) closedAt!: Date | null
  @Field(() => String, { nullable: true }) resolution!: string | null
  @Field(() => ExceptionRemedyEnum, { nullable: true }) remedy!: ExceptionRemedy | null
  @Field(() => ID, { nullable: true, description: 'The journal entry that settled the difference.' })
  journalId!: string | null
  closedBy!: string | null
}

@ObjectType('DifferenceAmounts', { description: 'The two amounts of one payment that differ.' })
export class DifferenceAmountsType implements ExceptionAmounts {
  @Field(() => CentsScalar, { description: 'Zero if the ledger has no record.' }) recordedCents!: bigint
  @Field(() => CentsScalar, { description: 'Zero if the network has no record.' }) networkCents!: bigint
}

@ObjectType('ReconciliationTotals', {
  description: 'The sums of the newest 1000 exceptions. Payments are positive, and returns are negative.',
})
export class ExceptionTotalsType implements ExceptionTotals {
  @Field(() => CentsScalar) recordedCents!: bigint
  @Field(() => CentsScalar) networkCents!: bigint
  @Field(() => CentsScalar, { description: 'The sum of the amounts by which the network has more.' })
  networkOnlyCents!: bigint
  @Field(() => CentsScalar, { description: 'The sum of the amounts by which the records have more.' })
  recordsOnlyCents!: bigint
  @Field(() => Int) count!: number
  @Field(() => Boolean, { description: 'True if there are more than 1000 exceptions.' }) isPartial!: boolean
}

@ObjectType('ReconciliationExceptionConnection')
export class ExceptionConnection extends connectionOf(ExceptionType) {}

@ArgsType()
export class ExceptionArgs {
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => ExceptionStateEnum, { nullable: true }) state?: ExceptionState | null
  @Field(() => ExceptionKindEnum, { nullable: true }) kind?: ExceptionKind | null
  @Field(() => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first!: number | null
  @Field(() => String, { nullable: true }) after?: string | null
}

@ArgsType()
export class CloseExceptionArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar) id!: string
  @Field(() => String, { description: 'The reason for closing the exception: 1 to 500 characters.' })
  resolution!: string
  @Field(() => ExceptionRemedyEnum, {
    nullable: true,
    description: 'The action to take; no action when absent.',
  })
  remedy?: ExceptionRemedy | null
}
