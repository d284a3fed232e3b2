import { Migration } from '@mikro-orm/migrations'

/** Returns are held against the network's own record of them, as payments are. */
export class AddReturnSettlement extends Migration {
  override up(): void {
    this.addSql('alter table network_return add column reconciled_at timestamptz(3)')
    this.addSql(`create index network_return_unreconciled on network_return (finished_at)
      where state = 'returned' and finished_at is not null and reconciled_at is null`)
    this.addSql('alter table reconciliation_exception add column subject text')
    this.addSql('update reconciliation_exception set subject = end_to_end_id')
    this.addSql(`
      alter table reconciliation_exception alter column subject set not null,
        drop constraint reconciliation_exception_once,
        add constraint reconciliation_exception_once unique (merchant_id, kind, subject),
        drop constraint reconciliation_exception_kind_check,
        add constraint reconciliation_exception_kind_check check (
          kind in ('missing_at_network', 'amount_differs', 'payment_not_recorded', 'return_differs'))`)
  }
}
