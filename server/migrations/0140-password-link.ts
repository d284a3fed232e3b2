import { Migration } from '@mikro-orm/migrations'

/** One-time links by which a person sets another password; and what ties a person to the identity provider can be undone. */
export class AddPasswordLink extends Migration {
  override up(): void {
    this.addSql(STAFF_PASSWORD_LINK)
    this.addSql(`create unique index staff_password_link_waiting on staff_password_link (staff_id)
      where used_at is null and ended_at is null`)
    this.addSql('grant select, insert, update on staff_password_link to pix_app')
    this.addSql('grant delete on staff_identity to pix_app')
  }
}

const STAFF_PASSWORD_LINK = `
  create table staff_password_link (
    id uuid primary key,
    staff_id uuid not null references staff,
    token_hash bytea not null check (octet_length(token_hash) = 32),
    offered_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null check (expires_at > created_at),
    used_at timestamptz(3),
    ended_at timestamptz(3),
    constraint staff_password_link_token unique (token_hash),
    constraint staff_password_link_end check (used_at is null or ended_at is null)
  )`
