import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import type { SeqRange } from './seq-range.queries.ts'

const FEES = 'fee_revenue'

/**
 * Returns the fees of the entries in `range`: the fees of the sales, minus the fees that the service gave back. The
 * result is the balance of the ledger account of the fees after the range, minus its balance before the range.
 */
export async function sumFees(ctx: Context, merchantId: string, { first, last }: SeqRange): Promise<bigint> {
  const rows = await selectBalances(ctx, merchantId, [first, last]).execute()
  const at = (seq: bigint): bigint => rows.find((row) => row.seq === seq)?.cents ?? 0n
  return at(last) - at(first)
}

/**
 * Selects the balance of the ledger account of the fees after each of these entries. The query finds the last line of
 * this account up to an entry by binary search over the numbers of the lines, which have no gaps. So the query reads
 * about 20 lines if the account has a million lines.
 */
const selectBalances = (ctx: Context, merchantId: string, seqs: readonly bigint[]) =>
  db(ctx)
    .withRecursive('search', (cte) =>
      cte
        .selectFrom('ledger_account as a')
        .innerJoinLateral(
          sql<{ seq: bigint }>`unnest(${seqs}::bigint[])`.as<'wanted'>(sql`wanted(seq)`),
          (join) => join.onTrue(),
        )
        .select(['wanted.seq', sql<bigint>`0::bigint`.as('low'), sql<bigint>`a.version + 1`.as('high')])
        .where('a.merchant_id', '=', merchantId)
        .where('a.code', '=', FEES)
        .unionAll(
          cte
            .selectFrom('search')
            .innerJoin('journal_line as l', (join) =>
              join
                .on('l.merchant_id', '=', merchantId)
                .on('l.account_code', '=', FEES)
                .on('l.account_version', '=', sql<bigint>`(search.low + search.high) / 2`),
            )
            .where(sql<boolean>`search.high - search.low > 1`)
            .select([
              'search.seq',
              sql<bigint>`case when l.entry_seq <= search.seq then l.account_version else search.low end`.as(
                'low',
              ),
              sql<bigint>`case when l.entry_seq <= search.seq then search.high else l.account_version end`.as(
                'high',
              ),
            ]),
        ),
    )
    .selectFrom('search')
    .innerJoin('journal_line as l', (join) =>
      join
        .on('l.merchant_id', '=', merchantId)
        .on('l.account_code', '=', FEES)
        .onRef('l.account_version', '=', 'search.low'),
    )
    .where(sql<boolean>`search.high - search.low = 1`)
    .select(['search.seq', 'l.balance_after_cents as cents'])
