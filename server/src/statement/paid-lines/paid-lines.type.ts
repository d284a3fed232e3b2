import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { FIRST_DEFAULT } from '../../graphql/page-size.ts'
import { connectionOf } from '../../graphql/page.ts'
import { CentsScalar, UuidScalar } from '../../graphql/scalars.ts'
import { StatementChargeType } from '../statement.type.ts'

@ObjectType('PaidLine', { description: 'A line that a payout paid, wholly or in part.' })
export class PaidLineType {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) journalId!: string
  @Field(() => Int) lineNo!: number
  @Field(() => String) eventType!: string
  @Field(() => String) description!: string
  @Field(() => Date) economicAt!: Date
  @Field(() => Date) postedAt!: Date
  @Field(() => CentsScalar, {
    description:
      'The part of the line that the payout paid. The parts of all lines sum to the amount of the payout.',
  })
  amountCents!: bigint
  @Field(() => CentsScalar, { description: 'The amount of the whole line.' }) lineAmountCents!: bigint
  @Field(() => CentsScalar, { nullable: true, description: 'The gross amount of the sale of the line.' })
  grossCents!: bigint | null
  @Field(() => CentsScalar, { nullable: true, description: 'The fee of the sale of the line.' })
  feeCents!: bigint | null
  @Field(() => CentsScalar, { nullable: true, description: 'The net amount of the sale of the line.' })
  netCents!: bigint | null
  @Field(() => ID, { nullable: true, description: 'The entry that this one reverses.' })
  reversesId!: string | null
  @Field(() => StatementChargeType, { nullable: true }) charge!: StatementChargeType | null
}

@ObjectType()
export class PaidLineConnection extends connectionOf(PaidLineType) {}

@ArgsType()
export class PaidLinesArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar) payoutId!: string
  @Field(() => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first!: number | null
  @Field(() => String, { nullable: true }) after?: string | null
}
