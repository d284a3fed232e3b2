import { Field, ID, Int, ObjectType } from 'type-graphql'
import { CentsScalar } from '../../graphql/scalars.ts'
import type { EndpointOutcome, Notification, Outcome, TimelineItem } from './timeline.ts'

@ObjectType()
abstract class OutcomeType implements Outcome {
  @Field(() => Int) succeeded!: number
  @Field(() => Int, { description: 'Deliveries that the service still tries.' }) pending!: number
  @Field(() => Int) failed!: number
  @Field(() => Int, { description: 'Attempts of all deliveries.' }) attempts!: number
  @Field(() => Date, { nullable: true, description: 'When the last delivery ended.' }) lastAt!: Date | null
  @Field(() => Int, {
    nullable: true,
    description: 'The status code of the last response to a delivery that did not succeed.',
  })
  lastStatusCode!: number | null
  @Field(() => String, { nullable: true }) lastError!: string | null
}

@ObjectType('TimelineEndpoint', { description: 'The deliveries to one endpoint that report one fact.' })
export class TimelineEndpointType extends OutcomeType implements EndpointOutcome {
  @Field(() => ID) endpointId!: string
}

@ObjectType('TimelineNotification', { description: 'The webhook deliveries that report one fact.' })
export class NotificationType extends OutcomeType implements Notification {
  @Field(() => [String]) eventTypes!: string[]
  @Field(() => [TimelineEndpointType]) endpoints!: EndpointOutcome[]
}

@ObjectType('TimelineItem', { description: 'One fact in the history of a charge.' })
export class TimelineItemType implements Omit<TimelineItem, 'actor'> {
  @Field(() => Date) at!: Date
  @Field(() => String) kind!: string
  @Field(() => CentsScalar, { nullable: true }) amountCents!: bigint | null
  @Field(() => String, {
    nullable: true,
    description: 'An end-to-end id, a reason, a bank reference or the result of a dispute.',
  })
  detail!: string | null
  actor!: string | null
  @Field(() => ID, { nullable: true }) journalId!: string | null
  @Field(() => ID, { nullable: true }) caseId!: string | null
  @Field(() => ID, { nullable: true }) payoutId!: string | null
  @Field(() => NotificationType, { nullable: true }) notification!: NotificationType | null
}
