import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { PeriodArgs } from '../graphql/period.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { EndpointLimits } from './endpoints/change-endpoint-limits.ts'
import { ENDPOINT_STATUSES, type WebhookEndpoint } from './endpoints/endpoint.entity.ts'
import type { EndpointHealth } from './endpoints/endpoint.queries.ts'
import { HISTORY_STEPS, type EndpointMoment, type HistoryStep } from './health/endpoint-history.ts'
import type { EndpointWindow, Performance } from './health/endpoint-windows.ts'
import type { ErrorCount } from './health/fleet.queries.ts'
import type { RegisterEndpoint } from './endpoints/register-endpoint.ts'

export const EndpointStatusEnum = Object.fromEntries(ENDPOINT_STATUSES.map((status) => [status, status]))
registerEnumType(EndpointStatusEnum, { name: 'EndpointStatus' })

/** The state of an endpoint with its recent attempts and pending deliveries. */
@ObjectType('EndpointHealth')
export class EndpointHealthType implements Omit<EndpointHealth, 'id'> {
  @Field(() => String, { description: 'healthy, failing, paused, disabled, off or idle.' }) state!: string
  @Field(() => Int) succeeded24h!: number
  @Field(() => Int) failed24h!: number
  @Field(() => Int) pending!: number
  @Field(() => Date, {
    nullable: true,
    description: 'When the oldest event was created that the endpoint has not received and still gets.',
  })
  oldestPendingAt!: Date | null
  @Field(() => Int, { description: 'Whole seconds since `oldestPendingAt`. Zero if nothing is pending.' })
  lagSeconds!: number
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
  @Field(() => String, {
    nullable: true,
    description: 'Purpose of the endpoint, in the words of the merchant.',
  })
  description!: string | null
  @Field(() => [String]) eventTypes!: string[]
  @Field(() => EndpointStatusEnum) status!: WebhookEndpoint['status']
  @Field(() => String) secretLast4!: string
  @Field(() => Date) createdAt!: Date
  @Field(() => Int) consecutiveFailures!: number
  @Field(() => Date, { nullable: true }) failingSince!: Date | null
  @Field(() => String, {
    nullable: true,
    description: 'Why the endpoint is disabled: failing, gone (responded with 410) or manual.',
  })
  disabledReason!: WebhookEndpoint['disabledReason']
  @Field(() => Date, { nullable: true }) lastSuccessAt!: Date | null
  @Field(() => Date, { nullable: true }) lastFailureAt!: Date | null
  @Field(() => String, { nullable: true, description: 'Error class of the attempt at lastFailureAt.' })
  lastErrorClass!: WebhookEndpoint['lastErrorClass']
  @Field(() => Int, { nullable: true, description: 'Null without a response.' })
  lastErrorStatus!: number | null
  @Field(() => Int, { description: 'Parallel attempts.' }) maxInFlight!: number
  @Field(() => Int, { description: 'Attempts per second.' }) ratePerSecond!: number
}

@ArgsType()
export class RegisterEndpointArgs implements RegisterEndpoint {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => String) url!: string
  @Field(() => [String], { description: 'An empty list means every type.' }) eventTypes!: string[]
  @Field(() => String, { nullable: true, description: 'Purpose of the endpoint, up to 140 characters.' })
  description?: string | null
}

/** The concurrency limit and the rate limit of an endpoint. */
@InputType('WebhookEndpointLimits')
export class EndpointLimitsInput implements EndpointLimits {
  @Field(() => Int, { description: 'Parallel attempts, 1 to 16.' }) maxInFlight!: number
  @Field(() => Int, { description: 'Attempts per second, 1 to 1000.' }) ratePerSecond!: number
}

@ObjectType('CreatedWebhookEndpoint')
export class CreatedEndpointType {
  @Field(() => EndpointType) endpoint!: EndpointType
  @Field(() => String, { description: 'Returned only once.' }) signingSecret!: string
}

/** How many attempts of the last 24 hours failed with one error class. */
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
    description: 'Median duration of the successful attempts.',
  })
  p50Ms!: number | null
  @Field(() => Int, {
    nullable: true,
    description: '95th percentile of the durations of the successful attempts.',
  })
  p95Ms!: number | null
}

/** The performance of an endpoint in the current clock hour and the previous `hours` − 1 clock hours. */
@ObjectType('WebhookEndpointWindow')
export class EndpointWindowType extends PerformanceType implements Omit<EndpointWindow, 'endpointId'> {
  @Field(() => Int) hours!: number
}

/** The performance of an endpoint within one hour or one day. */
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
  @Field(() => HistoryStepEnum, {
    description: 'The period is at most 8 days for hours, and 366 days for days.',
  })
  step!: HistoryStep
}

@ObjectType()
export class WebhookEndpointConnection extends connectionOf(EndpointType) {}

@ObjectType('RotatedWebhookSecret')
export class RotatedSecretType {
  @Field(() => String, { description: 'Returned only once.' }) signingSecret!: string
  @Field(() => Date) previousEndsAt!: Date
}

@ObjectType('WebhookTest')
export class WebhookTestType {
  @Field(() => Int, { nullable: true }) statusCode!: number | null
  @Field(() => String, { nullable: true, description: 'Null exactly when a 2xx response arrived in time.' })
  errorClass!: string | null
  @Field(() => String, { nullable: true }) errorDetail!: string | null
  @Field(() => Float) latencyMs!: number
}
