import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { BLOCK_LINES } from '../block-sizes.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { Violation } from './ledger-check.ts'

/**
 * Finds blocks (1,000 consecutive lines of the merchant's account `available`) whose stored sums differ from the
 * journal.
 */
export async function findWrongBlocks(ctx: Context, merchantId: string): Promise<Violation[]> {
  const cents = sql<bigint>`case when payout_id is null then amount_cents else 0 end`
  const block = sql<bigint>`(account_version - 1) / ${sql.lit(Number(BLOCK_LINES))}`
  const lines = db(ctx)
    .selectFrom('journal_line')
    .select([
      block.as('block_no'),
      cents.as('cents'),
      sql<bigint>`sum(${cents}) over (partition by ${block} order by account_version
        rows unbounded preceding)`.as('running'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('account_code', '=', 'available')
  const rows = await db(ctx)
    .with('posted', () =>
      db(ctx)
        .selectFrom(lines.as('line'))
        .select(({ fn }) => [
          'block_no',
          sumOrZero(fn.sum('cents')).as('sum'),
          sql<bigint>`greatest(${fn.max('running')}, 0)::bigint`.as('peak'),
          fn.countAll<bigint>().as('lines'),
        ])
        .groupBy('block_no'),
    )
    .selectFrom('payout_line_block as b')
    .leftJoin('posted as p', 'p.block_no', 'b.block_no')
    .select('b.block_no as blockNo')
    .where('b.merchant_id', '=', merchantId)
    .where((row) =>
      row.or([
        row('b.sum_cents', 'is distinct from', row.ref('p.sum')),
        row('b.peak_cents', 'is distinct from', row.ref('p.peak')),
        row('p.lines', 'is distinct from', 1_000n),
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ blockNo }) => ({
    what: `block ${blockNo} of lines stores wrong sums`,
  }))
}
