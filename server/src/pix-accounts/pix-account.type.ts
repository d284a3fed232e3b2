import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { CentsScalar } from '../graphql/scalars.ts'
import { OUTCOMES, type Outcome } from '../pix/around-calls.ts'
import { CALL_FAULTS, type CallFault } from '../pix/health/call-state.ts'
import type { NewConnection, NewCredentials, NewPixAccount } from './manage/account-input.ts'
import {
  PIX_ACCOUNT_STATES,
  PIX_ENVIRONMENTS,
  type PixAccount,
  type PixAccountState,
  type PixEnvironment,
} from './pix-account.entity.ts'
import type { PixAccountReport } from './pix-account-report.entity.ts'

export const PixAccountStateEnum = Object.fromEntries(PIX_ACCOUNT_STATES.map((state) => [state, state]))
registerEnumType(PixAccountStateEnum, {
  name: 'PixAccountState',
  description:
    'active: receives new charges. draining: keeps only its earlier charges. off: the service does not call its PSP.',
})

export const PixEnvironmentEnum = Object.fromEntries(PIX_ENVIRONMENTS.map((name) => [name, name]))
registerEnumType(PixEnvironmentEnum, { name: 'PixEnvironment' })

export const PixCallOutcomeEnum = Object.fromEntries(OUTCOMES.map((name) => [name, name]))
registerEnumType(PixCallOutcomeEnum, {
  name: 'PixCallOutcome',
  description:
    'ok: the PSP performed the call. refused: the PSP refused the content. absent: the PSP has no such record. unavailable: the PSP did not perform the call. unknown: the PSP may have performed the call.',
})

export const PixCallFaultEnum = Object.fromEntries(CALL_FAULTS.map((name) => [name, name]))
registerEnumType(PixCallFaultEnum, { name: 'PixCallFault', description: 'Why the last call failed.' })

type ReportFields = 'process' | 'avoidedSince' | 'breakerOpenSince' | 'fault' | 'faultSince' | 'reportedAt'

@ObjectType('PixAccountReport')
export class PixAccountReportType implements Pick<PixAccountReport, ReportFields> {
  @Field(() => String, { description: 'The role, the host and the id of the process that reports.' })
  process!: string
  @Field(() => Date, { nullable: true, description: 'Since when new charges have avoided the account.' })
  avoidedSince!: Date | null
  @Field(() => Date, { nullable: true, description: 'Since when the circuit breaker has stopped calls.' })
  breakerOpenSince!: Date | null
  @Field(() => PixCallFaultEnum, { nullable: true }) fault!: CallFault | null
  @Field(() => Date, { nullable: true }) faultSince!: Date | null
  @Field(() => Date) reportedAt!: Date
}

@ObjectType('PixAccountOperation')
export class PixAccountOperationType {
  @Field(() => String, { description: 'issue, find, remove, list_received, request_return and others.' })
  operation!: string
  @Field(() => Int) callsCount!: number
  @Field(() => Int, { description: 'Calls without an answer, or with an error of the PSP.' })
  failedCount!: number
  @Field(() => Date) lastCallAt!: Date
  @Field(() => PixCallOutcomeEnum, { nullable: true, description: 'The outcome of the last call.' })
  lastOutcome!: Outcome | null
}

type Shown =
  | 'id'
  | 'profile'
  | 'environment'
  | 'baseUrl'
  | 'tokenUrl'
  | 'pixKey'
  | 'state'
  | 'chargeCeilingCents'
  | 'payoutCeilingCents'
  | 'certificateEndsAt'
  | 'createdAt'
  | 'updatedAt'

@ObjectType('PixAccount')
export class PixAccountType implements Pick<PixAccount, Shown> {
  @Field(() => ID) id!: string
  @Field(() => String, { description: 'The dialect of the PSP.' }) profile!: string
  @Field(() => PixEnvironmentEnum) environment!: PixEnvironment
  @Field(() => String, { nullable: true, description: 'Null for the account of the settings.' })
  baseUrl!: string | null
  @Field(() => String, { nullable: true, description: 'Null for the account of the settings.' })
  tokenUrl!: string | null
  @Field(() => String, { nullable: true, description: 'The Pix key. Null for the account of the settings.' })
  pixKey!: string | null
  @Field(() => PixAccountStateEnum) state!: PixAccountState
  @Field(() => CentsScalar, { nullable: true, description: 'Highest amount of one charge; null: no limit.' })
  chargeCeilingCents!: bigint | null
  @Field(() => CentsScalar, { nullable: true, description: 'Highest amount of one payout; null: no limit.' })
  payoutCeilingCents!: bigint | null
  @Field(() => Date, { nullable: true, description: 'When the client certificate expires.' })
  certificateEndsAt!: Date | null
  @Field(() => Date) createdAt!: Date
  @Field(() => Date) updatedAt!: Date
}

/** Secrets of an account. Absent secrets keep their value. */
@InputType()
export class PixAccountSecretsInput {
  @Field(() => String, { nullable: true }) clientSecret?: string | null
  @Field(() => String, { nullable: true }) appKey?: string | null
  @Field(() => String, { nullable: true, description: 'The client certificate as PEM.' })
  certificate?: string | null
  @Field(() => String, { nullable: true, description: 'The private key of the certificate as PEM.' })
  privateKey?: string | null
}

/** New secrets of an account, its client id and the authorities of its PSP. Absent values stay as they are. */
@InputType()
export class PixAccountCredentialsInput extends PixAccountSecretsInput implements NewCredentials {
  @Field(() => String, { nullable: true }) clientId?: string | null
  @Field(() => String, { nullable: true, description: 'The certificate authorities of the PSP as PEM.' })
  caPem?: string | null
}

/** A new account. */
@InputType()
export class CreatePixAccountInput extends PixAccountSecretsInput implements NewPixAccount {
  @Field(() => String, { description: 'Up to 30 lower-case letters, digits and hyphens.' }) id!: string
  @Field(() => String) profile!: string
  @Field(() => PixEnvironmentEnum) environment!: PixEnvironment
  @Field(() => String) baseUrl!: string
  @Field(() => String) tokenUrl!: string
  @Field(() => String) clientId!: string
  @Field(() => String) pixKey!: string
  @Field(() => String, { nullable: true }) caPem?: string | null
  @Field(() => CentsScalar, { nullable: true }) chargeCeilingCents?: bigint | null
  @Field(() => CentsScalar, { nullable: true }) payoutCeilingCents?: bigint | null
}

/** New URLs and a new Pix key of an account. Absent values stay as they are. */
@InputType()
export class PixAccountConnectionInput implements NewConnection {
  @Field(() => String, { nullable: true }) baseUrl?: string | null
  @Field(() => String, { nullable: true }) tokenUrl?: string | null
  @Field(() => String, { nullable: true }) pixKey?: string | null
}

/** Limits of an account. Absent fields keep their value. Null removes a limit. */
@InputType()
export class PixAccountCeilingsInput {
  @Field(() => CentsScalar, { nullable: true }) chargeCeilingCents?: bigint | null
  @Field(() => CentsScalar, { nullable: true }) payoutCeilingCents?: bigint | null
}
