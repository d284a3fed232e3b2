import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { CentsScalar } from '../graphql/scalars.ts'
import type { PositionsType } from './balance.type.ts'
import type { LedgerSum } from './ledger-sum.queries.ts'
import { MERCHANT_ORDERS, type MerchantBalance, type MerchantOrder } from './merchant-balances.queries.ts'

export const MerchantOrderEnum = Object.fromEntries(MERCHANT_ORDERS.map((order) => [order, order]))
registerEnumType(MerchantOrderEnum, {
  name: 'MerchantOrder',
  description: 'By name, or by an amount, largest first.',
})

/** A merchant with its positions: a row of the query `merchantBalances`. */
@ObjectType('MerchantBalance')
export class MerchantBalanceType implements Pick<MerchantBalance, 'id'> {
  @Field(() => ID) id!: string
  positions!: PositionsType
}

@ObjectType()
export class MerchantBalanceConnection extends connectionOf(MerchantBalanceType) {
  totals!: PositionsType
}

@InputType('MerchantBalanceFilter')
export class MerchantBalanceFilterInput {
  @Field(() => String, { nullable: true, description: 'A part of the name.' }) search?: string | null
  @Field(() => Date, { nullable: true, description: 'Later entries do not count. By default now.' })
  asOf?: Date | null
  @Field(() => MerchantOrderEnum, { nullable: true, description: 'By default by name.' })
  order?: MerchantOrder | null
}

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
