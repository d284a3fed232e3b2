import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the table for the sums of each block of journal entries, so that a statement with many lines is summed quickly.
 */
export class AddStatementTotals extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table statement_block_total (
    merchant_id uuid not null,
    block_no bigint not null check (block_no >= 0),
    day date not null,
    entry_type text not null,
    position text not null,
    lines_count bigint not null check (lines_count >= 0),
    amount_cents bigint not null,
    primary key (merchant_id, block_no, day, entry_type, position)
  )`,
  ...comments(
    'statement_block_total',
    'Sums of the statement lines of each block of 2,000 journal entries. A job adds them. They never change.',
    {
      block_no: 'Block 0 contains the entries 1 to 2,000 of the merchant.',
      day: 'The day in São Paulo of economic_at of the entries.',
      entry_type: 'The type of the entries.',
      position: 'The position of the lines. Empty for entries without a visible line.',
      lines_count: 'Number of the lines.',
      amount_cents: 'Sum of the lines.',
    },
  ),
  // Finds the sums of the days of a period, by the date on which the events happened (`economic_at`).
  'create index statement_block_total_by_day on statement_block_total (merchant_id, day, block_no)',
  'grant select, insert on statement_block_total to pix_app',
]
