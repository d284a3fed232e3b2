import { Migration } from '@mikro-orm/migrations'

/** People who sign in at the company's identity provider: who they are there, and sign-ins that are under way. */
export class AddIdentityProvider extends Migration {
  override up(): void {
    // Whoever was taken in by the provider's word has no password here.
    this.addSql('alter table staff alter column password_hash drop not null')
    this.addSql(STAFF_IDENTITY)
    this.addSql(STAFF_PROVIDER_SIGN_IN)
    this.addSql('create index staff_provider_sign_in_by_end on staff_provider_sign_in (ends_at)')
    this.addSql('grant select, insert, update on staff_identity to pix_app')
    this.addSql('grant select, insert, delete on staff_provider_sign_in to pix_app')
  }
}

/** A subject is the provider's own name of a person, which never passes to another; an e-mail address may. */
const STAFF_IDENTITY = `
  create table staff_identity (
    staff_id uuid not null references staff,
    issuer text not null check (char_length(issuer) between 1 and 2000),
    subject text not null check (char_length(subject) between 1 and 255),
    linked_at timestamptz(3) not null,
    linked_by text not null,
    primary key (staff_id, issuer),
    constraint staff_identity_subject unique (issuer, subject)
  )`

/** Taken away by the answer that ends it, so that an answer counts once, whichever process it comes to. */
const STAFF_PROVIDER_SIGN_IN = `
  create table staff_provider_sign_in (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    purpose text not null check (purpose in ('sign-in', 'step-up')),
    return_to text not null check (return_to like '/%' and char_length(return_to) <= 2000),
    started_at timestamptz(3) not null,
    ends_at timestamptz(3) not null check (ends_at > started_at)
  )`
