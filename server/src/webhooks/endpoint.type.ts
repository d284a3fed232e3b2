import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { ENDPOINT_STATUSES, type WebhookEndpoint } from './endpoint.entity.ts'
import type { EndpointHealth } from './endpoint.queries.ts'

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
  | 'eventTypes'
  | 'status'
  | 'secretLast4'
  | 'createdAt'
  | 'consecutiveFailures'
  | 'failingSince'
  | 'disabledReason'
  | 'lastSuccessAt'
  | 'lastFailureAt'

@ObjectType('WebhookEndpoint')
export class EndpointType implements Pick<WebhookEndpoint, Shown> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => String) url!: string
  @Field(() => [String]) eventTypes!: string[]
  @Field(() => EndpointStatusEnum) status!: WebhookEndpoint['status']
  @Field(() => String) secretLast4!: string
  @Field(() => Date) createdAt!: Date
  @Field(() => Int) consecutiveFailures!: number
  @Field(() => Date, { nullable: true }) failingSince!: Date | null
  @Field(() => String, { nullable: true }) disabledReason!: 'failing' | 'gone' | 'manual' | null
  @Field(() => Date, { nullable: true }) lastSuccessAt!: Date | null
  @Field(() => Date, { nullable: true }) lastFailureAt!: Date | null
}

@ObjectType('CreatedWebhookEndpoint')
export class CreatedEndpointType {
  @Field(() => EndpointType) endpoint!: EndpointType
  @Field(() => String, { description: 'Shown once.' }) signingSecret!: string
}
