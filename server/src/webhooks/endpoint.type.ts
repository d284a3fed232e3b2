import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { PeriodArgs } from '../graphql/period.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { EndpointLimits } from './endpoints/change-endpoint-limits.ts'
import { ENDPOINT_STATUSES, type WebhookEndpoint } from './endpoints/endpoint.entity.ts'
import type { EndpointHealth } from './endpoints/endpoint.queries.ts'
import { HISTORY_STEPS, type EndpointMoment, type HistoryStep } from './health/endpoint-history.ts'
import type { EndpointWindow, Performance } from './health/endpoint-windows.ts'
import type { ErrorCount, Lag } from './health/fleet.queries.ts'
import type { RegisterEndpoint } from './endpoints/register-endpoint.ts'

const EndpointStatusEnum = Object.fromEntries(ENDPOINT_STATUSES.map((status) => [status, status]))
registerEnumType(EndpointStatusEnum, { name: 'EndpointStatus' })

/** How an endpoint has been doing, in numbers and in one word. */
@ObjectType('EndpointHealth')
export class EndpointHealthType implements Omit<EndpointHealth, 'id'> {
  @Field(() => String, { description: 'healthy, failing, paused, disabled, off or idle.' }) state!: string
  @Field(() => Int) succeeded24h!: number
  @Field(() => Int) failed24h!: number
  @Field(() => Int) pending!: number
  @Field(() => Date, { nullable: true }) oldestPendingAt!: Date | null
  @Field(() => Date, { nullable: true }) nextAttemptAt!: Date | null
}

type Shown =
  | 'id'
  | 'merchantId'
  | 'url'
  | 'description'
  | 'eventTypes'
  | 'status'
  | 'secretLast4'
  | 'createdAt'
  | 'consecutiveFailures'
  | 'failingSince'
  | 'disabledReason'
  | 'lastSuccessAt'
  | 'lastFailureAt'
  | 'lastErrorClass'
  | 'lastErrorStatus'
  | 'maxInFlight'
  | 'ratePerSecond'

@ObjectType('WebhookEndpoint')
export class EndpointType implements Pick<WebhookEndpoint, Shown> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => String) url!: string
  @Field(() => String, { nullable: true, description: 'What it is for, in words of the merchant.' })
  description!: string | null
  @Field(() => [String]) eventTypes!: string[]
  @Field(() => EndpointStatusEnum) status!: WebhookEndpoint['status']
  @Field(() => String) secretLast4!: string
  @Field(() => Date) createdAt!: Date
  @Field(() => Int) consecutiveFailures!: number
  @Field(() => Date, { nullable: true }) failingSince!: Date | null
  @Field(() => String, { nullable: true, description: 'failing, gone (it answered 410) or manual.' })
  disabledReason!: WebhookEndpoint['disabledReason']
  @Field(() => Date, { nullable: true }) lastSuccessAt!: Date | null
  @Field(() => Date, { nullable: true }) lastFailureAt!: Date | null
  @Field(() => String, { nullable: true, description: 'What the attempt at lastFailureAt failed with.' })
  lastErrorClass!: WebhookEndpoint['lastErrorClass']
  @Field(() => Int, { nullable: true, description: 'Null when it was not answered.' })
  lastErrorStatus!: number | null
  @Field(() => Int, { description: 'Attempts side by side.' }) maxInFlight!: number
  @Field(() => Int, { description: 'Attempts a second.' }) ratePerSecond!: number
}

@ArgsType()
export class RegisterEndpointArgs implements RegisterEndpoint {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => String) url!: string
  @Field(() => [String], { description: 'Empty: every type.' }) eventTypes!: string[]
  @Field(() => String, { nullable: true, description: 'What it is for, up to 140 characters.' })
  description?: string | null
}

/** How much an endpoint may be sent. */
@InputType('WebhookEndpointLimits')
export class EndpointLimitsInput implements EndpointLimits {
  @Field(() => Int, { description: 'Attempts side by side, 1 to 16.' }) maxInFlight!: number
  @Field(() => Int, { description: 'Attempts a second, 1 to 1000.' }) ratePerSecond!: number
}

@ObjectType('CreatedWebhookEndpoint')
export class CreatedEndpointType {
  @Field(() => EndpointType) endpoint!: EndpointType
  @Field(() => String, { description: 'Shown once.' }) signingSecret!: string
}

/** Attempts of the last 24 hours that failed in one way. */
@ObjectType('WebhookErrorCount')
export class ErrorCountType implements Omit<ErrorCount, 'endpointId'> {
  @Field(() => String) errorClass!: string
  @Field(() => Int) attempts!: number
}

@ObjectType()
class PerformanceType implements Performance {
  @Field(() => Int, { description: 'Attempts.' }) succeeded!: number
  @Field(() => Int) failed!: number
  @Field(() => Int, {
    nullable: true,
    description: 'No longer than this took half of the attempts that succeeded.',
  })
  p50Ms!: number | null
  @Field(() => Int, { nullable: true, description: 'The same for 95 of 100.' }) p95Ms!: number | null
}

/** How an endpoint did within the hours that end now, by the hour. */
@ObjectType('WebhookEndpointWindow')
export class EndpointWindowType extends PerformanceType implements Omit<EndpointWindow, 'endpointId'> {
  @Field(() => Int) hours!: number
}

/** How an endpoint did within one hour or one day. */
@ObjectType('WebhookEndpointMoment')
export class EndpointMomentType extends PerformanceType implements EndpointMoment {
  @Field(() => Date) from!: Date
  @Field(() => Date, { description: 'Exclusive.' }) to!: Date
}

const HistoryStepEnum = Object.fromEntries(HISTORY_STEPS.map((step) => [step, step]))
registerEnumType(HistoryStepEnum, { name: 'WebhookHistoryStep' })

@ArgsType()
export class EndpointHistoryArgs extends PeriodArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar) endpointId!: string
  @Field(() => HistoryStepEnum, { description: 'Of hours at most 8 days, of days at most 366.' })
  step!: HistoryStep
}

/** What should have been sent to an endpoint by now. */
@ObjectType('WebhookLag')
export class LagType implements Omit<Lag, 'id'> {
  @Field(() => Int, { description: 'Beyond 10000 the count stops.' }) due!: number
  @Field(() => Date, { nullable: true }) oldestDueAt!: Date | null
  @Field(() => Int, { description: 'How long the oldest has been due.' }) lagSeconds!: number
}

@ObjectType()
export class WebhookEndpointConnection extends connectionOf(EndpointType) {}

@ObjectType('RotatedWebhookSecret')
export class RotatedSecretType {
  @Field(() => String, { description: 'Shown once.' }) signingSecret!: string
  @Field(() => Date) previousEndsAt!: Date
}

@ObjectType('WebhookTest')
export class WebhookTestType {
  @Field(() => Int, { nullable: true }) statusCode!: number | null
  @Field(() => String, { nullable: true, description: 'Null exactly when a 2xx came in time.' })
  errorClass!: string | null
  @Field(() => String, { nullable: true }) errorDetail!: string | null
  @Field(() => Float) latencyMs!: number
}
