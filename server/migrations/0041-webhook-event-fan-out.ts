import { Migration } from '@mikro-orm/migrations'

/**
 * An event knows whether it went to any endpoint, and what has not been delivered has an index in the order of the
 * list, so that neither answer to "was it delivered?" has to look at every event.
 */
export class AddWebhookEventFanOut extends Migration {
  override up(): void {
    this.addSql('alter table webhook_event add column has_deliveries boolean not null default true')
    this.addSql(`update webhook_event e set has_deliveries = false
      where not exists (select from webhook_delivery d where d.event_id = e.id)`)
    this
      .addSql(`create index webhook_event_list_unsent on webhook_event (merchant_id, created_at desc, id desc)
      where not has_deliveries`)
    this.addSql(`create index webhook_delivery_undelivered
      on webhook_delivery (merchant_id, event_created_at desc, event_id desc) where status <> 'succeeded'`)
  }
}
