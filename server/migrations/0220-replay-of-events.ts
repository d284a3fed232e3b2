import { Migration } from '@mikro-orm/migrations'

/**
 * A replay may take events that its endpoint has no delivery of. It then adds their deliveries, and the event records
 * that it has one.
 */
export class AddReplayOfEvents extends Migration {
  override up(): void {
    this.addSql(`alter table webhook_replay add column source text not null default 'deliveries'
      check (source in ('deliveries', 'events'))`)
    this.addSql(`alter table webhook_replay add check (source = 'deliveries' or delivery_status is null)`)
    this.addSql('grant update (has_deliveries) on webhook_event to pix_app')
  }
}
