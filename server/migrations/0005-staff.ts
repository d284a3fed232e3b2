import { Migration } from '@mikro-orm/migrations'

/** Who may act: the merchants' API keys, the console's people and their sessions; and the record of what they did. */
export class AddStaff extends Migration {
  override up(): void {
    this.addSql(API_KEY)
    this.addSql('create index api_key_by_merchant on api_key (merchant_id, created_at desc, id desc)')
    this.addSql(STAFF)
    this.addSql(STAFF_SESSION)
    this.addSql('create index staff_session_by_staff on staff_session (staff_id)')
    this.addSql('create index staff_session_by_end on staff_session (ends_at)')
    this.addSql(SIGN_IN_THROTTLE)
    this.addSql('create index sign_in_throttle_by_time on sign_in_throttle (last_attempt_at)')
    this.addSql(AUDIT_ENTRY)
    this.addSql('create index audit_entry_by_time on audit_entry (occurred_at desc, seq desc)')
    this.addSql(`create index audit_entry_by_merchant on audit_entry (merchant_id, occurred_at desc, seq desc)
      where merchant_id is not null`)
    this.addSql('grant select, insert, update on api_key, staff to pix_app')
    this.addSql('grant select, insert, update, delete on staff_session, sign_in_throttle to pix_app')
    this.addSql('grant select, insert on audit_entry to pix_app')
  }
}

const API_KEY = `
  create table api_key (
    id uuid primary key,
    merchant_id uuid not null references merchant,
    environment text not null check (environment in ('production', 'sandbox')),
    name text not null check (char_length(name) between 1 and 120),
    prefix text not null,
    hash bytea not null check (octet_length(hash) = 32),
    scopes text[] not null check (cardinality(scopes) > 0),
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    created_at timestamptz(3) not null,
    created_by text not null,
    constraint api_key_hash unique (hash),
    constraint api_key_prefix unique (prefix)
  )`

const STAFF = `
  create table staff (
    id uuid primary key,
    email text not null check (email = lower(email) and char_length(email) between 3 and 254),
    name text not null check (char_length(name) between 1 and 120),
    role text not null check (role in ('support', 'finance', 'admin', 'auditor')),
    password_hash text not null,
    disabled_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint staff_email unique (email)
  )`

const STAFF_SESSION = `
  create table staff_session (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    staff_id uuid not null references staff,
    started_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    ends_at timestamptz(3) not null,
    ip text,
    user_agent text
  )`

const SIGN_IN_THROTTLE = `
  create table sign_in_throttle (
    subject bytea primary key check (octet_length(subject) = 32),
    attempted_at timestamptz(3)[] not null,
    last_attempt_at timestamptz(3) not null
  )`

const AUDIT_ENTRY = `
  create table audit_entry (
    id uuid primary key,
    seq bigint generated always as identity unique,
    occurred_at timestamptz(3) not null,
    actor text not null,
    role text,
    action text not null check (action ~ '^[a-z_]+(\\.[a-z_]+)+$'),
    target_type text not null,
    target_id text,
    merchant_id uuid references merchant,
    reason text,
    before jsonb,
    after jsonb,
    ip text,
    user_agent text,
    correlation_id text not null
  )`
