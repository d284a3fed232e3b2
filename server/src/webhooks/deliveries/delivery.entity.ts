import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

export const DELIVERY_STATUSES = ['pending', 'sending', 'succeeded', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * The cause of an attempt. `auto` is the retry schedule, `manual` is a replay of one delivery, `bulk` is a replay of
 * many.
 */
export const TRIGGERS = ['auto', 'manual', 'bulk'] as const
export type Trigger = (typeof TRIGGERS)[number]

const schema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    endpointId: p.uuid(),
    eventId: p.text(),
    eventType: p.text(),
    eventCreatedAt: p.datetime(3),
    status: p.enum(DELIVERY_STATUSES),
    trigger: p.enum(TRIGGERS),
    attempts: p.integer(),
    scheduledAttempts: p.integer(),
    nextAttemptAt: p.datetime(3).strictNullable(),
    /**
     * While a replay is pending: the time of the next attempt of the retry schedule. When the replay fails, the
     * schedule continues at this time. Null if the schedule has no further attempt.
     */
    resumeAt: p.datetime(3).strictNullable(),
    claimId: p.uuid().strictNullable(),
    leaseUntil: p.datetime(3).strictNullable(),
    lastStatusCode: p.integer().strictNullable(),
    lastError: p.text().strictNullable(),
    succeededAt: p.datetime(3).strictNullable(),
    finishedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
  },
})

/** The delivery of one event to one endpoint. */
export class WebhookDelivery extends schema.class {}
schema.setClass(WebhookDelivery)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_delivery: InferKyselyTable<typeof schema>
  }
}
