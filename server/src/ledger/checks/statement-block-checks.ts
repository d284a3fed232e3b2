import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_ENTRIES } from '../block-sizes.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/**
 * Finds blocks of entries (2,000 consecutive entries) whose stored sums by position differ from the lines of the
 * journal.
 */
async function findWrongTotals(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('posted', (query) =>
      query
        .selectFrom('journal_line')
        .select(({ fn }) => [
          sql<bigint>`(entry_seq - 1) / ${sql.lit(Number(BLOCK_ENTRIES))}`.as('block_no'),
          'position',
          sumOrZero(fn.sum('amount_cents')).as('cents'),
          fn.countAll<bigint>().as('lines'),
        ])
        .where('merchant_id', '=', merchantId)
        .where('position', 'is not', null)
        .groupBy([sql`1`, 'position']),
    )
    .with('stored', (query) =>
      query
        .selectFrom('statement_block_total')
        .select(({ fn }) => [
          'block_no',
          'position',
          sumOrZero(fn.sum('amount_cents')).as('cents'),
          sumOrZero(fn.sum('lines_count')).as('lines'),
        ])
        .where('merchant_id', '=', merchantId)
        .where('position', '<>', '')
        .groupBy(['block_no', 'position']),
    )
    .selectFrom('stored as s')
    .fullJoin('posted as p', (join) =>
      join.onRef('p.block_no', '=', 's.block_no').onRef('p.position', '=', 's.position'),
    )
    .select([
      sql<bigint>`coalesce(s.block_no, p.block_no)`.as('blockNo'),
      sql<string>`coalesce(s.position, p.position)`.as('position'),
    ])
    // Later blocks do not have stored sums yet.
    .where(
      sql<bigint>`coalesce(s.block_no, p.block_no)`,
      '<=',
      db(ctx)
        .selectFrom('statement_block_total')
        .select(({ fn }) => fn.max('block_no').as('last'))
        .where('merchant_id', '=', merchantId),
    )
    .where((row) =>
      row.or([
        row('s.cents', 'is distinct from', row.ref('p.cents')),
        row('s.lines', 'is distinct from', row.ref('p.lines')),
      ]),
    )
    .orderBy('blockNo')
    .orderBy('position')
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ blockNo, position }) => ({
    what: `block ${blockNo} of the statement stores wrong sums of its lines in ${position}`,
  }))
}

/** Checks that compare the stored sums of the statement with the journal. */
export const STATEMENT_BLOCK_CHECKS: LedgerCheck[] = [{ invariant: 12, find: findWrongTotals }]
