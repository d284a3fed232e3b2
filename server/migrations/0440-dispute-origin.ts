import { Migration } from '@mikro-orm/migrations'

/** Allows a third origin of disputes: a notice of the network. Migration 0441 validates the constraint. */
export class AllowNoticedDisputes extends Migration {
  override up(): void {
    this.addSql('alter table dispute drop constraint dispute_origin_check')
    this.addSql(`alter table dispute add constraint dispute_origin_check
      check (origin in ('staff', 'network', 'notice')) not valid`)
    this.addSql(`comment on column dispute.origin is
      'staff: opened by staff. notice: opened by a notice of the network. network: found by a return that the network had already made, so nothing could be answered.'`)
  }
}
