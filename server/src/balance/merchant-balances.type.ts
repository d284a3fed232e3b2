import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import type { PositionsType } from './balance.type.ts'
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
  @Field(() => Date, {
    nullable: true,
    description: 'The time of the balances, by default now. Later entries do not count.',
  })
  asOf?: Date | null
  @Field(() => MerchantOrderEnum, { nullable: true, description: 'The sort order, by default by name.' })
  order?: MerchantOrder | null
}
