import { ArgsType, Field, Int, ObjectType } from 'type-graphql'
import type { PositionsType } from '../../balance/balance.type.ts'
import { CentsScalar, UuidScalar } from '../../graphql/scalars.ts'
import type { Position } from '../../ledger/chart.ts'
import type { StatementClock } from '../clock.ts'
import { PositionEnum, StatementClockEnum } from '../statement.type.ts'
import type { StatementSummary } from './statement-summary.ts'
import type { StatementTotal } from './statement-totals.queries.ts'

@ObjectType('StatementTotal', { description: 'The lines of one type of entry in one position.' })
export class StatementTotalType implements Omit<StatementTotal, 'linesCount'> {
  @Field(() => String) entryType!: string
  @Field(() => PositionEnum) position!: Position
  @Field(() => Int) linesCount!: number
  @Field(() => CentsScalar) amountCents!: bigint
}

@ObjectType('StatementSummary', { description: 'The change of a balance in a period.' })
export class StatementSummaryType implements Omit<StatementSummary, 'totals'> {
  @Field(() => StatementClockEnum) clock!: StatementClock
  @Field(() => Date) from!: Date
  @Field(() => Date, { nullable: true }) to!: Date | null
  opening!: PositionsType | null
  closing!: PositionsType | null
  @Field(() => CentsScalar, {
    nullable: true,
    description: 'The fees of the period minus the fees given back. Null in a summary by date of the fact.',
  })
  feesCents!: bigint | null
  @Field(() => [StatementTotalType], {
    description: 'In a summary by posting date, the sums add up to `closing` minus `opening`.',
  })
  totals!: StatementTotalType[]
}

@ArgsType()
export class StatementSummaryArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => StatementClockEnum) clock!: StatementClock
  @Field(() => Date, { nullable: true, description: 'Inclusive; by default 30 days ago.' }) from?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive; by default now.' }) to?: Date | null
}
