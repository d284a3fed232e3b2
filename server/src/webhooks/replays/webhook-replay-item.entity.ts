import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const REPLAY_ITEM_STATUSES = ['waiting', 'sent', 'done', 'failed'] as const

const schema = defineEntity({
  name: 'WebhookReplayItem',
  tableName: 'webhook_replay_item',
  properties: {
    replayId: p.uuid().primary(),
    n: p.integer().primary(),
    deliveryId: p.uuid(),
    status: p.enum(REPLAY_ITEM_STATUSES),
    attemptsBefore: p.integer().strictNullable(),
    tries: p.integer(),
  },
})

/** One delivery that a bulk replay sends. */
export class WebhookReplayItem extends schema.class {}
schema.setClass(WebhookReplayItem)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_replay_item: InferKyselyTable<typeof schema>
  }
}
