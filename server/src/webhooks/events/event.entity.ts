import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_event',
  properties: {
    createdAt: p.datetime(3).primary(),
    id: p.text().primary(),
    merchantId: p.uuid(),
    environment: p.enum(['production', 'sandbox'] as const),
    type: p.text(),
    version: p.text(),
    body: p.text(),
    sourceType: p.text(),
    sourceId: p.text(),
    chargeId: p.uuid().strictNullable(),
    /** Whether the event has a delivery. The delivery may have been created with the event or by a later replay. */
    hasDeliveries: p.boolean(),
    /** The correlation id of the callback, request or job run that caused the event. */
    correlationId: p.uuid().strictNullable(),
  },
})

/**
 * An event. The transaction that makes a change also stores the event that reports the change (transactional outbox).
 * Every attempt sends `body` unchanged.
 */
export class WebhookEvent extends schema.class {}
schema.setClass(WebhookEvent)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_event: InferKyselyTable<typeof schema>
  }
}
