import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const unsequenced = defineEntity({
  name: 'UnsequencedEvent',
  tableName: 'event_unsequenced',
  properties: {
    id: p.bigint().primary().defaultRaw('generated always as identity'),
    merchantId: p.uuid(),
    eventId: p.text(),
    eventCreatedAt: p.datetime(3),
  },
})

/**
 * An event that is not yet in the feed. A database trigger inserts this row in the transaction that records the event.
 */
export class UnsequencedEvent extends unsequenced.class {}
unsequenced.setClass(UnsequencedEvent)

const head = defineEntity({
  name: 'EventFeedHead',
  tableName: 'event_feed_head',
  properties: {
    merchantId: p.uuid().primary(),
    lastSeq: p.bigint(),
  },
})

/** The last number in the feed of a merchant. */
export class EventFeedHead extends head.class {}
head.setClass(EventFeedHead)

const item = defineEntity({
  name: 'EventFeedItem',
  tableName: 'event_feed',
  properties: {
    merchantId: p.uuid().primary(),
    feedSeq: p.bigint().primary(),
    eventId: p.text(),
    eventCreatedAt: p.datetime(3),
    sequencedAt: p.datetime(3),
  },
})

/** The position of an event in the feed of its merchant. */
export class EventFeedItem extends item.class {}
item.setClass(EventFeedItem)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    event_unsequenced: InferKyselyTable<typeof unsequenced>
    event_feed_head: InferKyselyTable<typeof head>
    event_feed: InferKyselyTable<typeof item>
  }
}
