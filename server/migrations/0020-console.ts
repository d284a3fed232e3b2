import { Migration } from '@mikro-orm/migrations'

/** What the console asks for: views under a name, positions of the past, and finding anything among all merchants. */
export class AddConsole extends Migration {
  override up(): void {
    this.addSql(STAFF_VIEW)
    this.addSql('create index staff_view_shared on staff_view (shared_with) where shared_with is not null')
    this.addSql('grant select, insert, update, delete on staff_view to pix_app')
    for (const index of [...PAST, ...FINDING, ...LISTS]) this.addSql(index)
  }
}

const STAFF_VIEW = `
  create table staff_view (
    id uuid primary key,
    staff_id uuid not null references staff,
    page text not null check (page ~ '^[a-z][a-z-]{0,39}$'),
    name text not null check (char_length(name) between 1 and 80),
    search text not null check (char_length(search) <= 2000),
    shared_with text check (shared_with in ('support', 'finance', 'admin', 'auditor')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint staff_view_name unique (staff_id, page, name)
  )`

// The last posting before a moment, and the last line of an account before a posting.
const PAST = [
  // On the text of the merchant: while the table is young and has no statistics, an index that began with the plain
  // column would be taken for the key's own look-ups, and posting would slow down with every entry.
  'create index journal_entry_by_time on journal_entry ((merchant_id::text), posted_at, seq)',
  `create index journal_line_by_account on journal_line (merchant_id, account_code, entry_seq, account_version)
    where position is not null`,
  `create index journal_line_by_payout on journal_line (merchant_id, payout_id, entry_seq)
    where payout_id is not null`,
]

const FINDING = [
  'create index charge_by_amount on charge (amount_cents, created_at)',
  'create index refund_by_id on refund (id)',
  'create index refund_by_return_id on refund (return_id) where return_id is not null',
  'create index network_return_by_return_id on network_return (return_id) where return_id is not null',
  'create index financial_case_by_id on financial_case (id)',
  'create index payout_by_id on payout (id)',
]

const LISTS = [
  'create index payout_list_ever on payout (merchant_id, created_at desc, id desc)',
  'create index payout_list_all on payout (created_at desc, id desc)',
  `create index financial_case_disputes on financial_case (opened_at desc, id desc)
    where kind = 'dispute' and status = 'open'`,
]
