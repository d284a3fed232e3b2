import { Migration } from '@mikro-orm/migrations'

/**
 * A charge knows the request that created it, and its order reference is found however its letters are typed. Both are
 * asked for among all merchants; the request's id tells when to look, so it needs no index of its own.
 */
export class AddFindByRequest extends Migration {
  override up(): void {
    this.addSql('alter table charge add column correlation_id uuid')
    this.addSql('drop index charge_by_order_reference')
    this.addSql('create index charge_by_order_reference on charge (lower(order_reference) text_pattern_ops)')
  }
}
