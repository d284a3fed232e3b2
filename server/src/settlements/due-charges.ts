import { sql, type ExpressionBuilder, type Kysely } from 'kysely'
import type { Tables } from '../kernel/database/tables.ts'

/**
 * Starts a query of charges `c`, each with its primary payment `p`. `offset 0` forces one index lookup per charge.
 * Without it, and with stale statistics, the planner reads every payment of the merchant.
 */
export const chargesWithPrimaryPayment = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('charge as c')
    .crossJoinLateral((eb) =>
      eb
        .selectFrom('payment')
        .select(['id', 'settled_at'])
        .whereRef('merchant_id', '=', 'c.merchant_id')
        .whereRef('charge_id', '=', 'c.id')
        .where('classification', '=', 'primary')
        .offset(sql.lit(0))
        .as('p'),
    )

/** Starts a subquery that counts the journal lines `l`, with their entries `e`, of charge `c`. */
export const countLinesOfCharge = (eb: ExpressionBuilder<Tables & { c: Tables['charge'] }, 'c'>) =>
  eb
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .select((line) => line.fn.countAll<bigint>().as('count'))
    .whereRef('l.merchant_id', '=', 'c.merchant_id')
    .whereRef('l.charge_id', '=', 'c.id')
