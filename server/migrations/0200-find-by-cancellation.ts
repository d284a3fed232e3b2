import { Migration } from '@mikro-orm/migrations'

/**
 * A charge knows the request that cancelled it. The index holds cancelled charges alone: what is created and paid
 * never writes to it.
 */
export class AddFindByCancellation extends Migration {
  override up(): void {
    this.addSql('alter table charge add column cancelled_correlation_id uuid')
    this.addSql(`create index charge_by_cancellation on charge (cancelled_correlation_id)
      where cancelled_correlation_id is not null`)
  }
}
