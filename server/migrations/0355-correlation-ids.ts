import { Migration } from '@mikro-orm/migrations'

/**
 * Adds the correlation id to the network inbox and to the events, so that every process that handles a payment logs the
 * same id. Adding a nullable column without a default rewrites no table.
 */
export class AddCorrelationIds extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  'alter table network_inbox add column correlation_id uuid',
  `comment on column network_inbox.correlation_id is
    'Correlation id of the callback, request or job run that reported the row. Null in rows of older builds.'`,
  'alter table webhook_event add column correlation_id uuid',
  `comment on column webhook_event.correlation_id is
    'Correlation id of the callback, request or job run that caused the event. Null in events of older builds.'`,
]
