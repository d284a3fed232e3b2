import { expressionBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { selectLastSeqs, selectPositionsOfEach } from '../../ledger/positions-at.ts'
import { SERVICE_MERCHANT_ID } from '../../merchants/merchant.entity.ts'
import { BLOCK_ENTRIES } from '../../ledger/block-sizes.ts'

/**
 * Two sums of the money of all merchants at one time. The service computes the two sums in different ways, and they
 * must be equal.
 */
export interface LedgerSum {
  asOf: Date
  /** The sum of the merchants' balances after their last entry up to `asOf`. */
  merchantsCents: bigint
  /** The sum of the balances of the service's internal merchant, which holds money that belongs to no merchant yet. */
  serviceCents: bigint
  /** The sum of the amounts of all visible journal lines up to `asOf`. */
  linesCents: bigint
  linesCount: number
}

/**
 * Sums the balances of all merchants at `asOf` (at most now), and the journal lines up to then. One SQL statement reads
 * both sums. The SQL statement adds up the stored sums of complete blocks of 2,000 entries, and reads the lines of each
 * merchant's other entries. The verification of the ledger compares the stored sums with the lines.
 */
export async function readLedgerSum(ctx: Context, wanted: Date): Promise<LedgerSum> {
  const now = ctx.clock.now()
  const asOf = wanted <= now ? wanted : now
  const balances = db(ctx)
    .selectFrom(selectPositionsOfEach(ctx, asOf).as('p'))
    .select(({ fn }) => {
      const total = fn.sum('p.totalCents')
      return [
        sumOrZero(total.filterWhere('p.merchantId', '<>', SERVICE_MERCHANT_ID)).as('merchantsCents'),
        sumOrZero(total.filterWhere('p.merchantId', '=', SERVICE_MERCHANT_ID)).as('serviceCents'),
      ]
    })
  const row = await db(ctx)
    .selectFrom([balances.as('balances'), selectLineSums(ctx, asOf).as('lines')])
    .selectAll()
    .executeTakeFirstOrThrow()
  return { ...row, linesCount: Number(row.linesCount), asOf }
}

/** Selects the sum and the number of all visible lines of the entries that were posted up to `asOf`. */
function selectLineSums(ctx: Context, asOf: Date) {
  const blockEntries = sql.lit(Number(BLOCK_ENTRIES))
  return (
    db(ctx)
      // Without `materialized`, PostgreSQL looks up the last entry of the merchant again for every line.
      .with(
        (cte) => cte('moment').materialized(),
        () => selectLastSeqs(ctx, asOf),
      )
      .with(
        (cte) => cte('stored').materialized(),
        (query) =>
          query
            .selectFrom('moment')
            .leftJoin('statement_block_total as b', (join) =>
              join
                .onRef('b.merchant_id', '=', 'moment.merchant_id')
                .on(sql<boolean>`b.block_no < moment.seq / ${blockEntries}`),
            )
            .groupBy(['moment.merchant_id', 'moment.seq'])
            .select(({ fn }) => [
              'moment.merchant_id',
              'moment.seq',
              sql<bigint>`coalesce(max(b.block_no) + 1, 0) * ${blockEntries}`.as('storedTo'),
              sumOrZero(fn.sum('b.amount_cents')).as('cents'),
              sumOrZero(fn.sum('b.lines_count')).as('count'),
            ]),
      )
      .with('rest', (query) =>
        query
          .selectFrom('stored')
          .innerJoin('ledger_account as a', 'a.merchant_id', 'stored.merchant_id')
          .crossJoinLateral(sumOfAccount().as('line'))
          .where('a.position', 'is not', null)
          .select(({ fn }) => [
            sumOrZero(fn.sum('line.cents')).as('cents'),
            sumOrZero(fn.sum('line.count')).as('count'),
          ]),
      )
      .selectFrom('rest')
      .select((query) => {
        const total = (name: 'cents' | 'count') =>
          query.selectFrom('stored').select(({ fn }) => sumOrZero(fn.sum(`stored.${name}`)).as('total'))
        return [
          sql<bigint>`${query.ref('rest.cents')} + ${total('cents')}`.as('linesCents'),
          sql<bigint>`${query.ref('rest.count')} + ${total('count')}`.as('linesCount'),
        ]
      })
  )
}

/**
 * Sums the lines of one ledger account after the entry `storedTo`. There is one aggregate for each ledger account,
 * because a join with the journal would read the whole journal. Each aggregate finds its lines by the index
 * `journal_line_by_account`.
 */
const sumOfAccount = () => {
  const query = expressionBuilder<Tables>()
  return query
    .selectFrom('journal_line as l')
    .select(({ fn }) => [sumOrZero(fn.sum('l.amount_cents')).as('cents'), fn.countAll<bigint>().as('count')])
    .whereRef('l.merchant_id', '=', sql.ref('a.merchant_id'))
    .whereRef('l.account_code', '=', sql.ref('a.code'))
    .where('l.position', 'is not', null)
    .whereRef('l.entry_seq', '>', sql.ref('stored.storedTo'))
    .whereRef('l.entry_seq', '<=', sql.ref('stored.seq'))
}
