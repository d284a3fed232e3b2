import { Migration } from '@mikro-orm/migrations'
import {
  AUDIT_ENTRY_TEXT,
  LINK_AUDIT_ENTRY,
  LINK_AUDIT_ENTRY_AT_COMMIT,
} from './functions/link-audit-entry.ts'

/** The record of what people did is a chain: each line carries the hash of all before it. */
export class AddAuditChain extends Migration {
  override up(): void {
    this.addSql(AUDIT_HEAD)
    this.addSql(`insert into audit_head (position, hash) values (0, '\\x00')`)
    this.addSql(AUDIT_LINK)
    for (const each of [AUDIT_ENTRY_TEXT, LINK_AUDIT_ENTRY, LINK_AUDIT_ENTRY_AT_COMMIT]) this.addSql(each)
    this.addSql('revoke execute on function link_audit_entry(audit_entry) from public')
    this.addSql('select link_audit_entry(e) from (select * from audit_entry order by seq) e')
    this.addSql(`create constraint trigger audit_entry_link after insert on audit_entry
      deferrable initially deferred for each row execute function link_audit_entry_at_commit()`)
    this.addSql('grant select on audit_head, audit_link to pix_app')
    for (const index of LISTS) this.addSql(index)
  }
}

const AUDIT_HEAD = `
  create table audit_head (
    only_row boolean primary key default true check (only_row),
    position bigint not null,
    hash bytea not null
  )`

const AUDIT_LINK = `
  create table audit_link (
    position bigint primary key check (position > 0),
    entry_seq bigint not null references audit_entry (seq),
    prev_hash bytea not null,
    hash bytea not null check (octet_length(hash) = 32),
    hash_version smallint not null,
    constraint audit_link_entry unique (entry_seq)
  )`

/** By whom, on what, which act, and those with a reason: each newest first, as the console lists them. */
const LISTS = [
  'create index audit_entry_by_actor on audit_entry (actor, occurred_at desc, seq desc)',
  'create index audit_entry_by_target on audit_entry (target_id, occurred_at desc, seq desc)',
  'create index audit_entry_by_action on audit_entry (action, occurred_at desc, seq desc)',
  `create index audit_entry_with_reason on audit_entry (occurred_at desc, seq desc) where reason is not null`,
]
