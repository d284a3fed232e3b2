import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Tables } from '../kernel/database/tables.ts'

/**
 * Builds a query for charges (alias `c`), each joined with its primary payment (alias `p`). The caller selects the
 * columns.
 */
export const chargesWithPrimaryPayment = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('charge as c')
    .innerJoin('payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 'c.merchant_id')
        .onRef('p.charge_id', '=', 'c.id')
        .on('p.classification', '=', 'primary'),
    )

/**
 * Builds a subquery that counts the journal lines of a charge (alias `c`). The caller adds conditions on the lines
 * (alias `l`) and their entries (alias `e`).
 */
export const countLinesOfCharge = (eb: ExpressionBuilder<Tables & { c: Tables['charge'] }, 'c'>) =>
  eb
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .select((line) => line.fn.countAll<bigint>().as('count'))
    .whereRef('l.merchant_id', '=', 'c.merchant_id')
    .whereRef('l.charge_id', '=', 'c.id')
