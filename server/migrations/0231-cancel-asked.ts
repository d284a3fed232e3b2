import { Migration } from '@mikro-orm/migrations'

/**
 * A charge knows who last asked the network to remove it, and when: if the answer is lost, the removal that the network
 * lists is attributed to them. Nullable and without an index, so that no row is rewritten and updates stay cheap.
 */
export class AddCancelAsked extends Migration {
  override up(): void {
    this.addSql(`alter table charge add column cancel_asked_at timestamptz(3),
      add column cancel_asked_by text check (cancel_asked_by in ('merchant', 'service'))`)
  }
}
