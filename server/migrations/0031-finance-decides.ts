import { Migration } from '@mikro-orm/migrations'

/** What finance decides by hand: how a difference ends, and which debt is given up; and what the network told long ago goes. */
export class AddFinanceDecides extends Migration {
  override up(): void {
    this.addSql(`
      alter table reconciliation_exception add column remedy text, add column journal_id uuid,
        add foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
        add constraint reconciliation_exception_remedy check (
          remedy in ('none', 'settle_as_recorded', 'settle_as_listed', 'try_again')
          and (state = 'closed' or (remedy is null and journal_id is null))
          and (journal_id is null or remedy in ('settle_as_recorded', 'settle_as_listed'))),
        drop constraint reconciliation_exception_kind_check,
        add constraint reconciliation_exception_kind_check check (kind in ('missing_at_network', 'amount_differs',
          'payment_not_recorded', 'return_differs', 'return_not_recorded'))`)
    this.addSql('alter table network_return add column book_error text')
    this.addSql(`create index network_return_stuck on network_return (requested_at)
      where finished_at is null and book_error is not null`)
    this.addSql(WRITE_OFF)
    this.addSql(
      `create unique index debt_write_off_asked on debt_write_off (merchant_id) where state = 'asked'`,
    )
    this.addSql('create index debt_write_off_list on debt_write_off (merchant_id, asked_at desc, id desc)')
    this.addSql('grant select, insert, update on debt_write_off to pix_app')
    this.addSql('grant delete on network_inbox, network_listing to pix_app')
    this.addSql(`create index network_listing_settled on network_listing (listed_at) where state = 'settled'`)
  }
}

// Two people: whoever asks may take it back, but not agree to it.
const WRITE_OFF = `
  create table debt_write_off (
    merchant_id uuid not null references merchant,
    id uuid not null,
    state text not null check (state in ('asked', 'written_off', 'refused')),
    amount_cents bigint not null check (amount_cents > 0),
    reason text not null check (char_length(reason) between 1 and 500),
    asked_at timestamptz(3) not null,
    asked_by text not null,
    decided_at timestamptz(3),
    decided_by text,
    note text check (char_length(note) between 1 and 500),
    journal_id uuid,
    primary key (merchant_id, id),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    constraint debt_write_off_takes_two check (state <> 'written_off' or decided_by <> asked_by),
    constraint debt_write_off_is_whole check ((state = 'asked') = (decided_at is null)
      and (decided_at is null) = (decided_by is null) and (state = 'written_off') = (journal_id is not null)
      and (state = 'refused') = (note is not null))
  )`
