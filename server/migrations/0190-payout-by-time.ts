import { Migration } from '@mikro-orm/migrations'

/** Payouts are looked for by when they were paid, whatever became of them: of one merchant, and of all. */
export class AddPayoutByTime extends Migration {
  override up(): void {
    this.addSql('create index payout_paid on payout (merchant_id, paid_at) where paid_at is not null')
    this.addSql('create index payout_paid_all on payout (paid_at) where paid_at is not null')
  }
}
