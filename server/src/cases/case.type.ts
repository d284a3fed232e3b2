import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { connectionOf } from '../graphql/page.ts'
import { CentsScalar, UuidScalar } from '../graphql/scalars.ts'
import {
  CASE_KINDS,
  CASE_STATUSES,
  type CaseKind,
  type CaseStatus,
  type FinancialCase,
} from './financial-case.entity.ts'
import type { HoldEffect } from './hold-case.ts'

const CaseKindEnum = Object.fromEntries(CASE_KINDS.map((kind) => [kind, kind]))
registerEnumType(CaseKindEnum, { name: 'CaseKind' })

const CaseStatusEnum = Object.fromEntries(CASE_STATUSES.map((status) => [status, status]))
registerEnumType(CaseStatusEnum, { name: 'CaseStatus' })

type Shown =
  | 'id'
  | 'merchantId'
  | 'kind'
  | 'status'
  | 'chargeId'
  | 'orderReference'
  | 'refundId'
  | 'endToEndId'
  | 'amountCents'
  | 'heldCents'
  | 'heldPayerCents'
  | 'shortCents'
  | 'exception'
  | 'openedAt'
  | 'closedAt'

@ObjectType('FinancialCase')
export class CaseType implements Pick<FinancialCase, Shown> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => CaseKindEnum) kind!: CaseKind
  @Field(() => CaseStatusEnum) status!: CaseStatus
  @Field(() => ID, { nullable: true }) chargeId!: string | null
  @Field(() => String, { nullable: true }) orderReference!: string | null
  @Field(() => ID, { nullable: true }) refundId!: string | null
  @Field(() => String, { nullable: true }) endToEndId!: string | null
  @Field(() => CentsScalar) amountCents!: bigint
  @Field(() => CentsScalar, { description: "The merchant's money that the case holds." }) heldCents!: bigint
  @Field(() => CentsScalar, { description: "The payer's money that the case holds." }) heldPayerCents!: bigint
  @Field(() => CentsScalar, { description: 'How much is missing from the hold.' }) shortCents!: bigint
  @Field(() => String, { nullable: true, description: 'Why the case is stuck until staff act.' })
  exception!: FinancialCase['exception']
  @Field(() => Date) openedAt!: Date
  @Field(() => Date, { nullable: true }) closedAt!: Date | null
}

@ObjectType('HoldEffect', {
  description: 'Where the money of a hold comes from. The amounts sum to the hold.',
})
export class HoldEffectType implements HoldEffect {
  @Field(() => CentsScalar) fromPendingCents!: bigint
  @Field(() => CentsScalar, { description: 'Negative when the hold credits more than it debits.' })
  fromAvailableCents!: bigint
  @Field(() => CentsScalar) fromReserveCents!: bigint
  @Field(() => CentsScalar, { description: 'The part of the fee that the service gives back.' })
  fromFeeCents!: bigint
  @Field(() => CentsScalar, { description: 'The part that the merchant cannot cover now.' })
  shortCents!: bigint
}

@ObjectType('FinancialCaseConnection')
export class CaseConnection extends connectionOf(CaseType) {}

@ArgsType()
export class CaseArgs {
  @Field(() => UuidScalar, { nullable: true }) merchantId?: string | null
  @Field(() => [CaseKindEnum], { nullable: true }) kind?: CaseKind[] | null
  @Field(() => [CaseStatusEnum], { nullable: true }) status?: CaseStatus[] | null
  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only cases with an exception. False: only cases without one.',
  })
  hasException?: boolean | null
  @Field(() => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first!: number | null
  @Field(() => String, { nullable: true }) after?: string | null
}
