import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the tables of the files that merchants send for their disputes. Adds columns for when and by whom the evidence
 * was forwarded to the PSP.
 */
export class AddDisputeFiles extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table file_store (
    id integer primary key check (id = 1),
    store_id uuid not null,
    created_at timestamptz(3) not null
  )`,
  ...comments('file_store', 'One row: the files of this database. See decision 0430.', {
    store_id:
      'Begins the name of every stored object. A folder without a subfolder of this name has no files of this database.',
  }),
  'grant select, insert on file_store to pix_app',
  `create table dispute_file (
    merchant_id uuid not null,
    id uuid not null,
    case_id uuid not null,
    idempotency_key text not null,
    name text not null check (char_length(name) between 1 and 200),
    media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
    size_bytes integer not null check (size_bytes between 1 and 10485760),
    sha256 bytea not null check (octet_length(sha256) = 32),
    scan text not null check (scan in ('clean', 'not_scanned')),
    evidence_position integer check (evidence_position between 0 and 9),
    key_box bytea not null,
    key_id text not null,
    created_at timestamptz(3) not null,
    primary key (merchant_id, id),
    unique (merchant_id, idempotency_key),
    foreign key (merchant_id, case_id) references dispute (merchant_id, case_id)
  )`,
  ...comments(
    'dispute_file',
    'Files that merchants sent for their disputes. The encrypted bytes are in the file store, under the id.',
    {
      name: 'The name that the merchant gave, without folders and control characters.',
      sha256: 'SHA-256 of the content.',
      scan: 'clean: the virus scanner found nothing. not_scanned: no scanner was configured.',
      evidence_position:
        'Position in the current evidence of the dispute, from 0. Null: the file is not part of it.',
      key_box: 'The key that encrypts the file, itself encrypted. Without the row, the file is unreadable.',
      key_id: 'The encryption key of key_box.',
    },
  ),
  // Lists the files of a dispute.
  'create index dispute_file_by_dispute on dispute_file (merchant_id, case_id, id)',
  // Finds the oldest files of all merchants: ids grow with time.
  'create unique index dispute_file_id on dispute_file (id)',
  'grant select, insert, update, delete on dispute_file to pix_app',
  'alter table dispute add column evidence_forwarded_at timestamptz(3), add column evidence_forwarded_by text',
  ...comments(
    'dispute',
    'Payments that their payers contest (MED). The case with the same id holds the money.',
    {
      evidence_forwarded_at: 'When staff forwarded the current evidence to the PSP. Null: not forwarded.',
      evidence_forwarded_by: 'The person who forwarded it, as an actor.',
    },
  ),
]
