import { Field, ID, Int, ObjectType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import { PositionsType } from '../balance/balance.type.ts'
import { VerdictType } from '../ledger/verdict.type.ts'
import { MerchantType } from '../merchants/merchant.type.ts'
import { PayoutType } from '../payouts/payout.type.ts'
import type { CreatedCharges, MerchantReference, SupportCounts, SuspendedMerchant } from './home.queries.ts'

/**
 * The charges that were created in a period, and those of these charges that were also paid in this period. At most
 * 10000 charges are counted.
 */
@ObjectType('HomeCharges')
export class CreatedChargesType implements CreatedCharges {
  @Field(() => Int) created!: number
  @Field(() => CentsScalar) createdCents!: bigint
  @Field(() => Int) paid!: number
  @Field(() => CentsScalar) paidCents!: bigint
}

@ObjectType('MerchantReference')
export class MerchantReferenceType implements MerchantReference {
  @Field(() => ID) merchantId!: string
  @Field(() => MerchantType) merchant!: MerchantType
}

/** The part of the home page for support. A count of 1001 disputes means more than 1000. */
@ObjectType('SupportHome')
export class SupportHomeType implements Omit<
  SupportCounts,
  'failingEndpoints' | 'deliveryLagSeconds' | 'mostDelayed'
> {
  @Field(() => Int, {
    description:
      'The disputes that wait for a decision. Excludes an accepted dispute whose money is still being returned.',
  })
  openDisputes!: number
  @Field(() => Int, { description: 'Open disputes whose evidence staff have not forwarded to the PSP.' })
  evidenceToForward!: number
  @Field(() => Int, {
    nullable: true,
    description: 'Null if the role may not read endpoints and deliveries.',
  })
  failingEndpoints!: number | null
  @Field(() => Int, {
    nullable: true,
    description:
      'The longest `EndpointHealth.lagSeconds` of the endpoints that are not off. Null if the role may not read endpoints and deliveries.',
  })
  deliveryLagSeconds!: number | null
  @Field(() => MerchantReferenceType, {
    nullable: true,
    description:
      'The merchant of the endpoint with the longest lag. Null if nothing is pending, or if the role may not read endpoints and deliveries.',
  })
  mostDelayed!: MerchantReferenceType | null
  @Field(() => CreatedChargesType, {
    description: 'The charges since the start of the day in the requested zone.',
  })
  chargesToday!: CreatedChargesType
  @Field(() => CreatedChargesType, {
    description: 'The charges on the same day of last week, up to the same time.',
  })
  chargesLastWeek!: CreatedChargesType
}

@ObjectType('SuspendedMerchant')
export class SuspendedMerchantType implements SuspendedMerchant {
  @Field(() => ID) merchantId!: string
  @Field(() => [String], { description: 'As in `SuspensionReason`.' }) codes!: SuspendedMerchant['codes']
  @Field(() => MerchantType) merchant!: MerchantType
}

/** The home page of finance, for one merchant, or over all merchants including the service's own. */
@ObjectType('FinanceHome')
export class FinanceHomeType {
  @Field(() => PositionsType) positions!: PositionsType
  @Field(() => PositionsType, { description: 'The change since the start of the day in the requested zone.' })
  today!: PositionsType
  @Field(() => PositionsType, {
    description: 'The change on the same day of last week, up to the same time.',
  })
  sameDayLastWeek!: PositionsType
  @Field(() => PositionsType, { description: 'The change over today and the six days before.' })
  sevenDays!: PositionsType
  @Field(() => [PayoutType]) lastPayouts!: PayoutType[]
  @Field(() => [SuspendedMerchantType], { description: 'The first 20 suspended merchants, by name.' })
  suspendedMerchants!: SuspendedMerchantType[]
  @Field(() => Int, { description: 'The number of all suspended merchants.' }) suspendedCount!: number
  @Field(() => VerdictType, { nullable: true }) ledgerVerdict!: VerdictType | null
}

/** The home page. A part is null if the role may not read it. */
@ObjectType('Home')
export class HomeType {
  @Field(() => SupportHomeType, { nullable: true }) support!: SupportHomeType | null
  @Field(() => FinanceHomeType, { nullable: true }) finance!: FinanceHomeType | null
}
