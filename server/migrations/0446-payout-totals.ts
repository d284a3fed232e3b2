import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the table for the sums, by kind, of each block of payable lines. With this table, the service sums a payout of
 * many lines quickly.
 */
export class AddPayoutTotals extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table payout_line_block_total (
    merchant_id uuid not null,
    block_no bigint not null check (block_no >= 0),
    entry_type text not null,
    case_kind text not null,
    lines_count bigint not null check (lines_count > 0),
    amount_cents bigint not null,
    primary key (merchant_id, block_no, entry_type, case_kind)
  )`,
  ...comments(
    'payout_line_block_total',
    'Sums of the lines of a block by kind. Lines of payouts do not count. A job adds them after the block.',
    {
      block_no: 'As in payout_line_block.',
      entry_type: 'The type of the entries of the lines.',
      case_kind: 'The kind of the case of the lines. Empty without a case.',
      lines_count: 'Number of the lines.',
      amount_cents: 'Sum of the lines.',
    },
  ),
  'grant select, insert on payout_line_block_total to pix_app',
]
