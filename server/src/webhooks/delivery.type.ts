import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { WebhookAttempt } from './deliveries/attempt.entity.ts'
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDelivery } from './deliveries/delivery.entity.ts'
import type { WebhookEvent } from './events/event.entity.ts'
import type { DeliveryCounts } from './events/event.queries.ts'

const DeliveryStatusEnum = Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, status]))
registerEnumType(DeliveryStatusEnum, { name: 'DeliveryStatus' })

type ShownAttempt =
  | 'n'
  | 'trigger'
  | 'startedAt'
  | 'durationMs'
  | 'statusCode'
  | 'errorClass'
  | 'errorDetail'
  | 'remoteIp'
  | 'responseBody'
  | 'responseTruncated'

@ObjectType('HttpHeader')
export class HttpHeaderType {
  @Field(() => String) name!: string
  @Field(() => String) value!: string
}

/**
 * Durations of the steps of an attempt. A step is null if the attempt ended before it, or if a reused connection made
 * it unnecessary.
 */
@ObjectType('WebhookTimings')
export class TimingsType {
  @Field(() => Float, { nullable: true }) dnsMs!: number | null
  @Field(() => Float, { nullable: true }) connectMs!: number | null
  @Field(() => Float, { nullable: true }) tlsMs!: number | null
  @Field(() => Float, { nullable: true }) firstByteMs!: number | null
  @Field(() => Float) totalMs!: number
}

@ObjectType('WebhookAttempt')
export class AttemptType implements Pick<WebhookAttempt, ShownAttempt> {
  @Field(() => Int) n!: number
  @Field(() => String) trigger!: WebhookAttempt['trigger']
  @Field(() => Date) startedAt!: Date
  @Field(() => Int) durationMs!: number
  @Field(() => Int, { nullable: true }) statusCode!: number | null
  @Field(() => String, { nullable: true }) errorClass!: string | null
  @Field(() => String, { nullable: true }) errorDetail!: string | null
  @Field(() => String, { nullable: true }) remoteIp!: string | null
  @Field(() => String, { nullable: true }) responseBody!: string | null
  @Field(() => Boolean) responseTruncated!: boolean
}

type ShownDelivery =
  | 'id'
  | 'merchantId'
  | 'eventId'
  | 'eventType'
  | 'endpointId'
  | 'status'
  | 'attempts'
  | 'lastStatusCode'
  | 'lastError'
  | 'nextAttemptAt'
  | 'createdAt'
  | 'finishedAt'

/** The next attempt of the retry schedule, for a delivery whose earlier attempts failed. */
@ObjectType('WebhookRetry')
export class RetryType {
  @Field(() => Int, { description: 'Number of the next attempt of the schedule.' }) attempt!: number
  @Field(() => Int, { description: 'Number of attempts of the whole schedule.' }) attemptsMax!: number
}

@ObjectType('WebhookDelivery')
export class DeliveryType implements Pick<WebhookDelivery, ShownDelivery> {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) id!: string
  @Field(() => ID) eventId!: string
  @Field(() => String) eventType!: string
  @Field(() => ID) endpointId!: string
  @Field(() => DeliveryStatusEnum) status!: DeliveryStatus
  @Field(() => Int) attempts!: number
  @Field(() => Int, { nullable: true }) lastStatusCode!: number | null
  @Field(() => String, { nullable: true }) lastError!: string | null
  @Field(() => Date, { nullable: true }) nextAttemptAt!: Date | null
  @Field(() => Date) createdAt!: Date
  @Field(() => Date, { nullable: true }) finishedAt!: Date | null
}

@ObjectType()
export class WebhookDeliveryConnection extends connectionOf(DeliveryType) {}

@InputType('WebhookDeliveryFilter')
export class DeliveryFilterInput {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar, { nullable: true }) endpointId?: string | null
  @Field(() => String, { nullable: true }) eventType?: string | null
  @Field(() => [DeliveryStatusEnum], { nullable: true }) status?: DeliveryStatus[] | null
  @Field(() => String, {
    nullable: true,
    description: 'Error class of the last attempt. Matches only deliveries that did not succeed.',
  })
  errorClass?: string | null
  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only deliveries that wait for a retry. False: only deliveries that do not wait for a retry.',
  })
  retrying?: boolean | null
  @Field(() => Date, { nullable: true, description: 'Inclusive.' }) createdFrom?: Date | null
  @Field(() => Date, { nullable: true, description: 'Exclusive.' }) createdTo?: Date | null
}

/** The number of deliveries of an event in each status. */
@ObjectType('WebhookEventOutcome')
export class EventOutcomeType implements DeliveryCounts {
  @Field(() => Int) succeeded!: number
  @Field(() => Int) pending!: number
  @Field(() => Int) failed!: number
}

type ShownEvent = 'id' | 'merchantId' | 'type' | 'createdAt' | 'body' | 'chargeId'

/** An event. `body` is the exact text that is sent. */
@ObjectType('WebhookEvent')
export class EventType implements Pick<WebhookEvent, ShownEvent> {
  @Field(() => ID) merchantId!: string
  @Field(() => ID) id!: string
  @Field(() => String) type!: string
  @Field(() => Date) createdAt!: Date
  @Field(() => String) body!: string
  @Field(() => ID, { nullable: true }) chargeId!: string | null
}
