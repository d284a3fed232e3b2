import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the tables that record which journal lines each payout paid. A payout made before this migration has no lines
 * until a job assigns them.
 */
export class AddPayoutLines extends Migration {
  override up(): void {
    for (const statement of [...ASSIGNED, ...RANGE, ...BLOCK]) this.addSql(statement)
  }
}

const ASSIGNED = [
  'alter table payout add column lines_assigned_at timestamptz(3)',
  `comment on column payout.lines_assigned_at is
    'When the payout took the lines that it paid. Null while it has no lines.'`,
]

const RANGE = [
  `create table payout_line_range (
    merchant_id uuid not null,
    from_version bigint not null check (from_version > 0),
    from_cents bigint not null check (from_cents >= 0),
    to_version bigint,
    to_cents bigint check (to_cents >= 0),
    payout_id uuid,
    sum_cents bigint,
    peak_cents bigint check (peak_cents >= 0),
    primary key (merchant_id, from_version, from_cents),
    foreign key (merchant_id, payout_id) references payout (merchant_id, id),
    constraint payout_line_range_ends_later check ((to_version, to_cents) > (from_version, from_cents)),
    constraint payout_line_range_closed_is_whole check ((to_version is null) = (to_cents is null)
      and (to_version is null) = (sum_cents is null) and (to_version is null) = (peak_cents is null)
      and (to_version is not null or payout_id is null)),
    constraint payout_line_range_peak check (peak_cents >= sum_cents)
  )`,
  ...comments(
    'payout_line_range',
    'Which payout paid which lines of the account available. The ranges of a merchant follow each other without gaps.',
    {
      from_version: 'account_version of the line in which the range starts.',
      from_cents: 'Cents of that line before the range.',
      to_version: 'account_version of the line in which the range ends. Null: the range has no end.',
      to_cents: 'Cents of that line inside the range or before it. 0: the range ends before that line.',
      payout_id: 'The payout that paid the range. Null while no payout has paid it.',
      sum_cents: 'Sum of the lines in the range. Lines of payouts do not count.',
      peak_cents: 'The highest sum of the first lines of the range, and at least 0.',
    },
  ),
  // Finds the lines of a payout.
  `create index payout_line_range_by_payout on payout_line_range (merchant_id, payout_id, from_version, from_cents)
    where payout_id is not null`,
  // Finds the lines that no payout has paid, in order.
  `create index payout_line_range_free on payout_line_range (merchant_id, from_version, from_cents)
    where payout_id is null`,
  'grant select, insert, update on payout_line_range to pix_app',
]

const BLOCK = [
  `create table payout_line_block (
    merchant_id uuid not null,
    block_no bigint not null check (block_no >= 0),
    sum_cents bigint not null,
    peak_cents bigint not null check (peak_cents >= 0),
    primary key (merchant_id, block_no),
    constraint payout_line_block_peak check (peak_cents >= sum_cents)
  )`,
  ...comments(
    'payout_line_block',
    'Sums of 1,000 consecutive lines of the account available. They find the last line of a payout quickly.',
    {
      block_no: 'Block 0 has the lines with account_version 1 to 1,000, block 1 the next 1,000, and so on.',
      sum_cents: 'Sum of the lines in the block. Lines of payouts do not count.',
      peak_cents: 'The highest sum of the first lines of the block, and at least 0.',
    },
  ),
  'grant select, insert on payout_line_block to pix_app',
]
