import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { FIRST_DEFAULT } from '../graphql/page-size.ts'
import { connectionOf } from '../graphql/page.ts'
import { UuidScalar } from '../graphql/scalars.ts'
import type { PeriodOutcomes } from './replays/preview-replay.ts'
import {
  REPLAY_SOURCES,
  REPLAY_STATUSES,
  REPLAYED_STATUSES,
  type ReplayedStatus,
  type ReplaySource,
  type ReplayStatus,
  type WebhookReplay,
} from './replays/webhook-replay.entity.ts'

const ReplayStatusEnum = Object.fromEntries(REPLAY_STATUSES.map((status) => [status, status]))
registerEnumType(ReplayStatusEnum, { name: 'WebhookReplayStatus' })

const ReplayedStatusEnum = Object.fromEntries(REPLAYED_STATUSES.map((status) => [status, status]))
registerEnumType(ReplayedStatusEnum, { name: 'WebhookReplayedStatus' })

const ReplaySourceEnum = Object.fromEntries(REPLAY_SOURCES.map((source) => [source, source]))
registerEnumType(ReplaySourceEnum, { name: 'WebhookReplaySource' })

type ShownReplay =
  | 'id'
  | 'merchantId'
  | 'endpointId'
  | 'source'
  | 'eventTypes'
  | 'deliveryStatus'
  | 'fromAt'
  | 'toAt'
  | 'includeSucceeded'
  | 'status'
  | 'matched'
  | 'queued'
  | 'done'
  | 'failed'
  | 'createdAt'
  | 'finishedAt'

/** A bulk replay: many deliveries of one endpoint, sent again. */
@ObjectType('WebhookReplay')
export class WebhookReplayType implements Pick<WebhookReplay, ShownReplay> {
  @Field(() => ID) id!: string
  @Field(() => ID) merchantId!: string
  @Field(() => ID) endpointId!: string
  @Field(() => ReplaySourceEnum) source!: ReplaySource
  @Field(() => [String]) eventTypes!: string[]
  @Field(() => ReplayedStatusEnum, { nullable: true }) deliveryStatus!: ReplayedStatus | null
  @Field(() => Date) fromAt!: Date
  @Field(() => Date) toAt!: Date
  @Field(() => Boolean) includeSucceeded!: boolean
  @Field(() => ReplayStatusEnum, { description: 'stopped: its endpoint was disabled or turned off.' })
  status!: ReplayStatus
  @Field(() => Int) matched!: number
  @Field(() => Int, { description: 'Deliveries without a result yet.' }) queued!: number
  @Field(() => Int) done!: number
  @Field(() => Int) failed!: number
  @Field(() => Date) createdAt!: Date
  @Field(() => Date, { nullable: true }) finishedAt!: Date | null
}

@ObjectType()
export class WebhookReplayConnection extends connectionOf(WebhookReplayType) {}

/** The endpoint's deliveries in the period of a filter whose event types the filter contains, counted by outcome. */
@ObjectType('WebhookReplayPeriod')
export class ReplayPeriodType implements PeriodOutcomes {
  @Field(() => Int) succeeded!: number
  @Field(() => Int, { description: 'Pending or being sent.' }) waiting!: number
  @Field(() => Int, { description: 'Failed or skipped.' }) missed!: number
}

/** The number of matches of a filter, and the replay that was started with it. */
@ObjectType('WebhookReplayOutcome')
export class WebhookReplayOutcomeType {
  @Field(() => Int) matched!: number
  @Field(() => Boolean, { description: 'More matches than one replay may send. Shorten the period.' })
  exceedsLimit!: boolean
  @Field(() => ReplayPeriodType, {
    nullable: true,
    description: 'Only for a dry run without matches: why nothing matched. Counts at most 10000 deliveries.',
  })
  period!: ReplayPeriodType | null
  @Field(() => WebhookReplayType, { nullable: true, description: 'Null for a dry run.' })
  replay!: WebhookReplayType | null
}

@InputType('WebhookReplayFilter')
export class WebhookReplayFilterInput {
  @Field(() => UuidScalar) endpointId!: string
  @Field(() => ReplaySourceEnum, {
    nullable: true,
    description:
      'Default: deliveries of the endpoint. events: all events of the merchant to which the endpoint subscribes.',
  })
  source?: ReplaySource | null
  @Field(() => [String], { nullable: true, description: 'Every type when absent.' })
  eventTypes?: string[] | null
  @Field(() => ReplayedStatusEnum, {
    nullable: true,
    description:
      'The status of the deliveries to send; by default failed and skipped. Only for source deliveries.',
  })
  status?: ReplayedStatus | null
  @Field(() => Date, {
    description:
      'Inclusive. Compared with the creation of the delivery or, for source events, the time of the event.',
  })
  from!: Date
  @Field(() => Date, { description: 'Exclusive; at most 14 days later.' }) to!: Date
  @Field(() => Boolean, { nullable: true }) includeSucceeded?: boolean | null
}

@ArgsType()
export class ReplayWebhooksArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => WebhookReplayFilterInput) filter!: WebhookReplayFilterInput
  @Field(() => Boolean, { description: 'True: counts the matches and starts no replay.' }) dryRun!: boolean
  @Field(() => String, {
    nullable: true,
    description: 'The reason for the audit log. Required unless `dryRun` is true.',
  })
  reason?: string | null
}

@ArgsType()
export class WebhookReplaysArgs {
  @Field(() => UuidScalar) merchantId!: string
  @Field(() => UuidScalar, {
    nullable: true,
    description: 'Selects the replays of one endpoint; all replays when absent.',
  })
  endpointId?: string | null
  @Field(() => Int, { nullable: true, defaultValue: FIRST_DEFAULT }) first!: number | null
  @Field(() => String, { nullable: true }) after?: string | null
}
