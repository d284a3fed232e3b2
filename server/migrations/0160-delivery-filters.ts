import { Migration } from '@mikro-orm/migrations'

/**
 * What staff narrow an endpoint's deliveries by: each filter reads its own rows, however few they are among all. A
 * delivery that goes well, of the events that every charge has, enters none of these indexes.
 */
export class AddDeliveryFilters extends Migration {
  override up(): void {
    this.addSql(`create index webhook_delivery_list_error
      on webhook_delivery (endpoint_id, last_error, created_at desc, id desc)
      where status <> 'succeeded' and last_error is not null`)
    this.addSql(`create index webhook_delivery_list_missed
      on webhook_delivery (endpoint_id, status, created_at desc, id desc) where status in ('failed', 'skipped')`)
    this.addSql(`create index webhook_delivery_list_rare
      on webhook_delivery (endpoint_id, event_type, created_at desc, id desc)
      where event_type not in ('charge.issued', 'charge.paid', 'balance.available')`)
  }
}
