import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { RUN_STATES } from '../kernel/jobs/request-run.ts'
import type { StoredVerdict } from './verify/verdict.queries.ts'
import type { Finding } from './checks/findings.ts'

export const RunStateEnum = Object.fromEntries(RUN_STATES.map((state) => [state, state]))
registerEnumType(RunStateEnum, { name: 'LedgerVerificationState' })

/** A violated invariant of the ledger, and the place of the violation. */
@ObjectType('LedgerFinding')
export class FindingType implements Finding {
  @Field(() => Int) invariant!: Finding['invariant']
  @Field(() => String) name!: string
  @Field(() => ID, { nullable: true }) merchantId!: string | null
  @Field(() => String, { nullable: true }) seq!: string | null
  @Field(() => ID, { nullable: true }) journalId!: string | null
  @Field(() => String) what!: string
}

/** The result of the last verification of the whole ledger. */
@ObjectType('LedgerVerdict')
export class VerdictType implements Omit<StoredVerdict, 'entriesCount'> {
  @Field(() => ID) id!: string
  @Field(() => Date) startedAt!: Date
  @Field(() => Date) finishedAt!: Date
  @Field(() => Boolean) sound!: boolean
  @Field(() => Int) merchantsCount!: number
  @Field(() => Float) entriesCount!: number
  @Field(() => Int, { description: 'The number of all findings; `findings` carries the first 500.' })
  findingsCount!: number
  @Field(() => [FindingType]) findings!: FindingType[]
  requestedBy!: string
}
