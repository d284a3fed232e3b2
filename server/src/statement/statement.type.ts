import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import { POSITIONS, type Position } from '../ledger/chart.ts'
import { STATEMENT_CLOCKS, type StatementClock } from './clock.ts'
import type { JournalLine, StatementCharge, StatementLine } from './statement.line.ts'

export const PositionEnum = Object.fromEntries(POSITIONS.map((position) => [position, position]))
registerEnumType(PositionEnum, { name: 'Position' })

export const StatementClockEnum = Object.fromEntries(STATEMENT_CLOCKS.map((clock) => [clock, clock]))
registerEnumType(StatementClockEnum, {
  name: 'StatementClock',
  description: 'The date that assigns a line to a period: the date of the fact, or the posting date.',
})

/** The charge that a line belongs to. */
@ObjectType('StatementCharge')
export class StatementChargeType implements StatementCharge {
  @Field(() => ID) id!: string
  @Field(() => String) orderReference!: string
  @Field(() => String, { nullable: true }) endToEndId!: string | null
}

@ObjectType('JournalLine')
export class JournalLineType implements Omit<JournalLine, 'seq'>, Pick<StatementLine, 'caseId' | 'payoutId'> {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) journalId!: string
  @Field(() => Int) lineNo!: number
  @Field(() => String) eventType!: string
  @Field(() => String) description!: string
  @Field(() => Date) economicAt!: Date
  @Field(() => Date) postedAt!: Date
  @Field(() => PositionEnum) position!: Position
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => CentsScalar) balanceAfterCents!: bigint
  @Field(() => String) sourceType!: JournalLine['sourceType']
  @Field(() => ID) sourceId!: string
  @Field(() => ID, { nullable: true, description: 'The entry that this one reverses.' })
  reversesId!: string | null
  @Field(() => StatementChargeType, { nullable: true }) charge!: StatementChargeType | null
  @Field(() => ID, { nullable: true, description: 'The case that the line belongs to.' })
  caseId!: string | null
  @Field(() => ID, {
    nullable: true,
    description: 'The payout that the line belongs to, paid or only reserved.',
  })
  payoutId!: string | null
}

@ObjectType()
export class StatementConnection extends connectionOf(JournalLineType) {
  @Field(() => Date, { description: 'When the first page was read. Later entries appear on no page.' })
  asOf!: Date
}

@InputType('StatementFilter')
export class StatementFilterInput {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => StatementClockEnum, {
    nullable: true,
    description:
      'The date that the period limits, and the order of the lines; by default the date of the fact.',
  })
  clock?: StatementClock | null
  @Field(() => Date, { nullable: true, description: 'Inclusive; by default 30 days ago.' }) from?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) to?: Date | null
  @Field(() => PositionEnum, { nullable: true, description: 'Only the lines of this position.' })
  position?: Position | null
  @Field(() => UuidScalar, {
    nullable: true,
    description: 'Starts at this entry; newer lines are left out.',
  })
  entry?: string | null
}
