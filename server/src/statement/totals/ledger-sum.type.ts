import { Field, Float, ObjectType } from 'type-graphql'
import { CentsScalar } from '../../graphql/scalars.ts'
import type { LedgerSum } from './ledger-sum.queries.ts'

/** Whether the balances of all merchants equal the journal. */
@ObjectType('LedgerSum')
export class LedgerSumType implements LedgerSum {
  @Field(() => Date) asOf!: Date
  @Field(() => CentsScalar, { description: 'The sum of the balances of all merchants.' })
  merchantsCents!: bigint
  @Field(() => CentsScalar, {
    description: "The balance of the service's own account, which holds money of no merchant.",
  })
  serviceCents!: bigint
  @Field(() => CentsScalar, { description: 'The sum of the journal lines of all these accounts.' })
  linesCents!: bigint
  @Field(() => Float) linesCount!: number
}
