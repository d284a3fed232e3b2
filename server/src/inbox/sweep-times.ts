import { expressionBuilder, sql, type Expression, type ExpressionWrapper, type Kysely } from 'kysely'
import type { Tables } from '../kernel/database/tables.ts'
import { DEFAULT_PIX_ACCOUNT, nameOfAccount } from '../pix/pix-accounts.ts'

/** The name of the sweep of the account `default`. */
const SWEEP = 'received'

/** Returns the name of a receiving account's sweep in the table `network_sweep`. */
export const sweepOf = (accountId: string): string => nameOfAccount(SWEEP, accountId)

const isDefault = (account: Expression<string>) => sql<boolean>`${account} = ${sql.lit(DEFAULT_PIX_ACCOUNT)}`

/** Returns an SQL expression for the name of a receiving account's sweep. */
const sweepName = (account: Expression<string>) =>
  sql<string>`case when ${isDefault(account)} then ${sql.lit(SWEEP)} else ${sql.lit(sweepOf(''))} || ${account} end`

const oldestCharge = (queries: Kysely<Tables>) =>
  queries.selectFrom('charge').select((charge) => charge.fn.min('created_at').as('created_at'))

/**
 * Returns an SQL expression for the time up to which the sweep has read the payments of a receiving account. Before the
 * first sweep, this is the creation time of the account. For the account `default`, the time before the first sweep is
 * the creation time of the oldest charge, or null if there is no charge. No payment can be older than the oldest
 * charge.
 */
export function sweptUntil(
  queries: Kysely<Tables>,
  account: Expression<string>,
): ExpressionWrapper<Tables, never, Date | null> {
  const sweep = queries
    .selectFrom('network_sweep')
    .select('swept_until')
    .where('name', '=', sweepName(account))
  const createdAt = queries
    .selectFrom('pix_account')
    .select('created_at')
    .where('id', '=', account)
    .where(sql<boolean>`not ${isDefault(account)}`)
  return expressionBuilder<Tables>().fn.coalesce(sweep, createdAt, oldestCharge(queries))
}

/**
 * Selects from the accounts that are not turned off (alias `a`). Joins the sweep of each account (alias `s`), if there
 * has been one. The caller selects the columns.
 */
export const sweepsOfAccounts = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('pix_account as a')
    .leftJoin('network_sweep as s', (join) => join.on((eb) => eb('s.name', '=', sweepName(eb.ref('a.id')))))
    .where('a.state', '<>', 'off')

/**
 * Builds a query for the time up to which the sweeps have read the payments of all accounts that are not turned off.
 * The time is null before the first sweep of the account `default`, if `default` is the only account.
 */
export const allSweptUntil = (queries: Kysely<Tables>) =>
  sweepsOfAccounts(queries).select((row) =>
    row.fn
      .min<Date | null>(
        row.fn.coalesce(
          's.swept_until',
          sql<Date | null>`case when not ${isDefault(row.ref('a.id'))} then ${row.ref('a.created_at')} end`,
        ),
      )
      .as('sweptUntil'),
  )

/** Does the same as `allSweptUntil`, but returns the creation time of the oldest charge instead of null. */
export const sweptUntilOrStart = (queries: Kysely<Tables>) =>
  expressionBuilder<Tables>().fn.coalesce(allSweptUntil(queries), oldestCharge(queries))
