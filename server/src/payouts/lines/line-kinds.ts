import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * Selects the number and the sum of a merchant's payable lines, by type of the entry and kind of the case. Reads the
 * lines whose `account_version` is from `first` to `last`.
 */
export const selectLineKinds = (
  ctx: Context,
  merchantId: string,
  { first, last }: { first: bigint; last: bigint },
) =>
  db(ctx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .leftJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'l.merchant_id').onRef('f.id', '=', 'l.case_id'),
    )
    .select((eb) => [
      'e.event_type as entry_type',
      eb.fn.coalesce('f.kind', sql.lit('')).as('case_kind'),
      eb.fn.countAll<bigint>().as('lines_count'),
      sql<bigint>`sum(l.amount_cents)::bigint`.as('amount_cents'),
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.account_code', '=', 'available')
    .where('l.payout_id', 'is', null)
    .where('l.account_version', '>=', first)
    .where('l.account_version', '<=', last)
    .groupBy(['e.event_type', 'f.kind'])
