import { Migration } from '@mikro-orm/migrations'

/** The second part of a sign-in: one-time codes of an app, recovery codes, and sign-ins that are half done. */
export class AddSecondFactor extends Migration {
  override up(): void {
    this.addSql(STAFF_TOTP)
    this.addSql(STAFF_RECOVERY_CODE)
    this.addSql(STAFF_SIGN_IN)
    this.addSql('create index staff_sign_in_by_staff on staff_sign_in (staff_id)')
    this.addSql('create index staff_sign_in_by_end on staff_sign_in (ends_at)')
    this.addSql(STAFF_SESSION)
    this.addSql('grant select, insert, update, delete on staff_totp, staff_recovery_code to pix_app')
    this.addSql('grant select, insert, delete on staff_sign_in to pix_app')
  }
}

/** `last_step` is the youngest thirty seconds whose code was used. What is offered counts once a code confirms it. */
const STAFF_TOTP = `
  create table staff_totp (
    staff_id uuid primary key references staff,
    secret_box bytea,
    secret_key_id text,
    confirmed_at timestamptz(3),
    last_step bigint,
    offered_box bytea,
    offered_key_id text,
    offered_at timestamptz(3),
    check (num_nonnulls(secret_box, secret_key_id, confirmed_at, last_step) in (0, 4)),
    check (num_nonnulls(offered_box, offered_key_id, offered_at) in (0, 3))
  )`

const STAFF_RECOVERY_CODE = `
  create table staff_recovery_code (
    staff_id uuid not null references staff,
    hash bytea not null check (octet_length(hash) = 32),
    used_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (staff_id, hash)
  )`

/** Apart from the sessions, so that nothing that reads those can take half a sign-in for a whole one. */
const STAFF_SIGN_IN = `
  create table staff_sign_in (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    staff_id uuid not null references staff,
    started_at timestamptz(3) not null,
    ends_at timestamptz(3) not null
  )`

/** `proved_at`: when the person last proved themselves by more than a password. */
const STAFF_SESSION = `
  alter table staff_session
    add column proved_at timestamptz(3),
    add column method text not null default 'local' check (method in ('local', 'provider'))`
