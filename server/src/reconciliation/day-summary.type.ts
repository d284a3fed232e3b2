import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import type { PayoutSums } from './day-sums.queries.ts'
import { DAY_RESULTS, type Compared, type DayResult, type DaySummary } from './day-summary.ts'

const DayResultEnum = Object.fromEntries(DAY_RESULTS.map((result) => [result, result]))
registerEnumType(DayResultEnum, { name: 'ReconciliationDayResult' })

@ObjectType('ComparedSums', {
  description: 'The payments or the returns that were recorded on a day. All amounts are positive.',
})
class ComparedType implements Compared {
  @Field(() => Int) recordedCount!: number
  @Field(() => CentsScalar) recordedCents!: bigint
  @Field(() => CentsScalar, { description: 'The sum at the network.' }) networkCents!: bigint
  @Field(() => Int, { description: 'How many of these the network lists, or staff settled.' })
  confirmedCount!: number
  @Field(() => CentsScalar) confirmedCents!: bigint
  @Field(() => Int, { description: 'How many were confirmed after the end of the day.' }) laterCount!: number
  @Field(() => CentsScalar) laterCents!: bigint
}

@ObjectType('PayoutSums', {
  description: 'The payouts that were transferred on a day, by the date of the bank.',
})
class PayoutSumsType implements PayoutSums {
  @Field(() => Int) count!: number
  @Field(() => CentsScalar, { description: 'The sum of the payouts.' }) payoutCents!: bigint
  @Field(() => CentsScalar, { description: 'The sum of the journal lines of these payouts.' })
  journalCents!: bigint
}

@ObjectType('ReconciliationDay', {
  description: 'The comparison of the journal of a day with the Pix network and with the payouts.',
})
export class DaySummaryType implements DaySummary {
  @Field(() => DayResultEnum) result!: DayResult
  @Field(() => Date) from!: Date
  @Field(() => Date, { description: 'Exclusive.' }) to!: Date
  @Field(() => ComparedType) payments!: ComparedType
  @Field(() => ComparedType) returns!: ComparedType
  @Field(() => PayoutSumsType) payouts!: PayoutSumsType
  @Field(() => Int, { description: 'The open exceptions of the day.' }) openCount!: number
  @Field(() => [ID], { description: 'The ids of the open exceptions of the day.' }) openIds!: string[]
  @Field(() => Int, { description: 'The closed exceptions that were found on the day, up to 1000.' })
  closedCount!: number
}
