import { Migration } from '@mikro-orm/migrations'

/** Charges paid late or more than once are few, and looked for among all: each kind has its own short index. */
export class AddChargeMarks extends Migration {
  override up(): void {
    this.addSql('create index charge_paid_late on charge (created_at desc, id desc) where late_payment')
    this.addSql(
      'create index charge_paid_twice on charge (created_at desc, id desc) where payments_count > 1',
    )
  }
}
