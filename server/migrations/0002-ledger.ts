import { Migration } from '@mikro-orm/migrations'
import { LOCK_LEDGER, OPEN_LEDGER, POST_ENTRIES } from './functions/post-entries.ts'

/** Owns money that belongs to nobody yet: a payment that names no charge of ours, differences of the network. */
const HOUSE_MERCHANT_ID = '00000000-0000-7000-8000-000000000001'

/**
 * The journal. The application role may read it and execute the two functions; it has no other right, so nothing
 * that happens in the application can rewrite history.
 */
export class AddLedger extends Migration {
  override up(): void {
    for (const statement of TABLES) this.addSql(statement)
    this.addSql(OPEN_LEDGER)
    this.addSql(LOCK_LEDGER)
    this.addSql(POST_ENTRIES)
    this.addSql('grant select on ledger_head, ledger_account, journal_entry, journal_line to pix_app')
    this.addSql(`
      insert into merchant values ('${HOUSE_MERCHANT_ID}', 'Conta da casa', '00000000000000', 'production', false, 0, 0, 0, 0, 0,
        'keep', null, 1, 1, 1, true, true, '2026-01-01', '2026-01-01')`)
    this.addSql(`select open_ledger('${HOUSE_MERCHANT_ID}')`)
    for (const callable of [
      'open_ledger(uuid)',
      'lock_ledger(uuid)',
      'post_entries(uuid, timestamptz, jsonb)',
    ]) {
      this.addSql(`revoke all on function ${callable} from public`)
      this.addSql(`grant execute on function ${callable} to pix_app`)
    }
  }
}

const TABLES = [
  `
      create table ledger_head (
        merchant_id uuid primary key references merchant,
        last_seq bigint not null check (last_seq >= 0),
        last_hash bytea not null,
        last_posted_at timestamptz(3) not null
      )`,
  `
      create table ledger_account (
        merchant_id uuid not null references ledger_head,
        code text not null,
        class text not null check (class in ('asset', 'liability', 'income', 'expense')),
        position text check (position in
          ('pending', 'available', 'contract_reserve', 'case_hold', 'payout_reserved', 'receivable')),
        balance_cents bigint not null,
        version bigint not null check (version >= 0),
        primary key (merchant_id, code),
        constraint ledger_account_sign check (
          position is null or case position when 'receivable' then balance_cents <= 0 else balance_cents >= 0 end)
      )`,
  `comment on column ledger_account.balance_cents is
      'Credits less debits, so that every account of a merchant sums to zero and a debt to us reads negative.'`,
  `
      create table journal_entry (
        merchant_id uuid not null references ledger_head,
        id uuid not null,
        seq bigint not null check (seq > 0),
        event_type text not null,
        description text not null,
        source_type text not null,
        source_id uuid not null,
        dedupe_key text not null,
        reverses_id uuid,
        economic_at timestamptz(3) not null,
        posted_at timestamptz(3) not null,
        debit_total_cents bigint not null,
        credit_total_cents bigint not null,
        prev_hash bytea not null,
        hash bytea not null,
        hash_version smallint not null,
        actor text not null,
        correlation_id text not null,
        primary key (merchant_id, id),
        unique (merchant_id, seq),
        unique (merchant_id, dedupe_key),
        unique (merchant_id, reverses_id),
        foreign key (merchant_id, reverses_id) references journal_entry (merchant_id, id),
        check (debit_total_cents = credit_total_cents and debit_total_cents > 0),
        check (economic_at <= posted_at)
      )`,
  `
      create table journal_line (
        merchant_id uuid not null,
        journal_id uuid not null,
        line_no smallint not null check (line_no > 0),
        entry_seq bigint not null,
        account_code text not null,
        position text,
        debit_cents bigint not null check (debit_cents >= 0),
        credit_cents bigint not null check (credit_cents >= 0),
        amount_cents bigint not null check (amount_cents = credit_cents - debit_cents),
        balance_after_cents bigint not null,
        account_version bigint not null,
        economic_at timestamptz(3) not null,
        charge_id uuid,
        payment_id uuid,
        case_id uuid,
        payout_id uuid,
        primary key (merchant_id, journal_id, line_no),
        unique (merchant_id, account_code, account_version),
        foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
        foreign key (merchant_id, account_code) references ledger_account (merchant_id, code),
        constraint journal_line_one_side check ((debit_cents = 0) <> (credit_cents = 0))
      )`,
  `
      create index journal_line_statement
        on journal_line (merchant_id, economic_at desc, entry_seq desc, line_no desc) where position is not null`,
  `
      create index journal_line_charge on journal_line (merchant_id, charge_id, entry_seq) where charge_id is not null`,
]
