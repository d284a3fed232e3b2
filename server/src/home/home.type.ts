import { Field, ID, Int, ObjectType } from 'type-graphql'
import { CaseType } from '../cases/case.type.ts'
import { ChargeType } from '../charges/charge.type.ts'
import { PositionsType } from '../ledger/balance.type.ts'
import { VerdictType } from '../ledger/verdict.type.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { PayoutType } from '../payouts/payout.type.ts'
import { EndpointType } from '../webhooks/endpoint.type.ts'
import type { SupportCounts, SuspendedMerchant } from './home.queries.ts'

/** What support looks at first. A count of 1001 stands for more than 1000; lists stop at 20. */
@ObjectType('SupportHome')
export class SupportHomeType implements SupportCounts {
  @Field(() => Int, { description: 'Charges for which the network has not answered in two minutes.' })
  createdTooLong!: number
  @Field(() => Int) openDisputes!: number
  @Field(() => Int) failingEndpoints!: number
  @Field(() => Int, {
    description:
      'How long the oldest due delivery has waited. Paused and rate-limited endpoints do not count.',
  })
  deliveryLagSeconds!: number
  @Field(() => [ChargeType]) chargesCreatedTooLong!: ChargeType[]
  @Field(() => [EndpointType]) endpointsFailing!: EndpointType[]
  @Field(() => [CaseType]) disputesOpen!: CaseType[]
}

@ObjectType('SuspendedMerchant')
export class SuspendedMerchantType implements SuspendedMerchant {
  @Field(() => ID) merchantId!: string
  @Field(() => [String], { description: 'As in `SuspensionReason`.' }) codes!: SuspendedMerchant['codes']
  @Field(() => MerchantType) merchant!: MerchantType
}

/** What finance looks at first: over all books, the house's too. */
@ObjectType('FinanceHome')
export class FinanceHomeType {
  @Field(() => PositionsType) positions!: PositionsType
  @Field(() => PositionsType, { description: 'The change since the start of the day in the requested zone.' })
  today!: PositionsType
  @Field(() => PositionsType, { description: 'The change over today and the six days before.' })
  sevenDays!: PositionsType
  @Field(() => [PayoutType]) lastPayouts!: PayoutType[]
  @Field(() => [SuspendedMerchantType], { description: 'The first 20 by name.' })
  suspendedMerchants!: SuspendedMerchantType[]
  @Field(() => Int, { description: 'All of them.' }) suspendedCount!: number
  @Field(() => VerdictType, { nullable: true }) ledgerVerdict!: VerdictType | null
}

/** The first page, by role: the parts that one may not read are null. */
@ObjectType('Home')
export class HomeType {
  @Field(() => SupportHomeType, { nullable: true }) support!: SupportHomeType | null
  @Field(() => FinanceHomeType, { nullable: true }) finance!: FinanceHomeType | null
}
