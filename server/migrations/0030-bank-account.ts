import { Migration } from '@mikro-orm/migrations'

/** Where a merchant is paid out to, and what was agreed about lost disputes: terms like the others. */
export class AddBankAccount extends Migration {
  override up(): void {
    this.addSql(BANK_ACCOUNT)
    this.addSql('grant select, insert on merchant_bank_account to pix_app')
    this.addSql('grant update (box, key_id) on merchant_bank_account to pix_app')
    this.addSql(`
      alter table merchant add column bank_account_id uuid, add column bank_account_removed_at timestamptz(3),
        add foreign key (id, bank_account_id) references merchant_bank_account (merchant_id, id),
        add constraint merchant_bank_account_or_none check (
          bank_account_id is null or bank_account_removed_at is null)`)
    this.addSql(`
      alter table payout add column bank_account_id uuid,
        add foreign key (merchant_id, bank_account_id) references merchant_bank_account (merchant_id, id)`)
    for (const statement of DISPUTE_POLICY) this.addSql(statement)
  }
}

const BANK_ACCOUNT = `
  create table merchant_bank_account (
    merchant_id uuid not null references merchant,
    id uuid not null,
    shown jsonb not null,
    box bytea not null,
    key_id text not null,
    created_at timestamptz(3) not null,
    created_by text not null,
    primary key (merchant_id, id)
  )`

// Charges that stand keep what their merchant's contract says now; versions of the terms tell it too.
const DISPUTE_POLICY = [
  `alter table charge add column dispute_policy text not null default 'service_advances'
     constraint charge_dispute_policy check (dispute_policy in ('service_advances', 'return_what_exists'))`,
  `update charge c set dispute_policy = m.dispute_policy from merchant m
   where m.id = c.merchant_id and m.dispute_policy <> 'service_advances'`,
  `update merchant_terms t
   set terms = jsonb_build_object('disputePolicy', m.dispute_policy, 'bankAccountId', null) || t.terms
   from merchant m where m.id = t.merchant_id`,
]
