import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

/**
 * The delivery statuses that a replay may select. `sending` is excluded, because the attempt of such a delivery is
 * running.
 */
export const REPLAYED_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
export type ReplayedStatus = (typeof REPLAYED_STATUSES)[number]

/** The source of a replay: existing deliveries of its endpoint, or all events of the merchant. */
export const REPLAY_SOURCES = ['deliveries', 'events'] as const
export type ReplaySource = (typeof REPLAY_SOURCES)[number]

/** `stopped`: the endpoint was disabled or turned off before the replay completed. */
export const REPLAY_STATUSES = ['running', 'completed', 'stopped'] as const
export type ReplayStatus = (typeof REPLAY_STATUSES)[number]

const schema = defineEntity({
  name: 'WebhookReplay',
  tableName: 'webhook_replay',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    endpointId: p.uuid(),
    source: p.enum(REPLAY_SOURCES),
    eventTypes: p.array(),
    deliveryStatus: p.enum(REPLAYED_STATUSES).strictNullable(),
    fromAt: p.datetime(3),
    toAt: p.datetime(3),
    includeSucceeded: p.boolean(),
    status: p.enum(REPLAY_STATUSES),
    matched: p.integer(),
    done: p.integer(),
    failed: p.integer(),
    sentAt: p.datetime(3).strictNullable(),
    lookedAt: p.datetime(3),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3).strictNullable(),
  },
})

/** A bulk replay: many deliveries of one endpoint, sent again at a limited pace. */
export class WebhookReplay extends schema.class {
  /** The number of deliveries that have no result yet. */
  get queued(): number {
    return this.matched - this.done - this.failed
  }
}
schema.setClass(WebhookReplay)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_replay: InferKyselyTable<typeof schema>
  }
}
