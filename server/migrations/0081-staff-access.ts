import { Migration } from '@mikro-orm/migrations'

/** Who gets into the console: invitations by one-time link, sessions that can be named, when somebody was last seen. */
export class AddStaffAccess extends Migration {
  override up(): void {
    this.addSql('alter table staff add column last_seen_at timestamptz(3)')
    // A name for a session that gives nothing away: the token is not to be found from it, nor its hash.
    this.addSql(`alter table staff_session add column id text not null
      generated always as (substr(encode(sha256(token_hash), 'hex'), 1, 32)) stored`)
    this.addSql('create unique index staff_session_id on staff_session (id)')
    this.addSql(STAFF_INVITATION)
    this.addSql(`create unique index staff_invitation_email on staff_invitation (email)
      where accepted_at is null and withdrawn_at is null`)
    this.addSql('create index staff_invitation_by_time on staff_invitation (created_at desc)')
    this.addSql('grant select, insert, update on staff_invitation to pix_app')
  }
}

const STAFF_INVITATION = `
  create table staff_invitation (
    id uuid primary key,
    email text not null check (email = lower(email) and char_length(email) between 3 and 254),
    name text not null check (char_length(name) between 1 and 120),
    role text not null check (role in ('support', 'finance', 'admin', 'auditor')),
    token_hash bytea not null check (octet_length(token_hash) = 32),
    invited_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null check (expires_at > created_at),
    accepted_at timestamptz(3),
    withdrawn_at timestamptz(3),
    constraint staff_invitation_token unique (token_hash),
    constraint staff_invitation_end check (accepted_at is null or withdrawn_at is null)
  )`
