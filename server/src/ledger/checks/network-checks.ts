import { sql, type Expression } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { DEFAULT_PIX_ACCOUNT } from '../../pix/pix-accounts.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/** Returns the code of the clearing account of a receiving account, as `clearingOf` does. */
const clearingCode = (pixAccountId: Expression<string>) =>
  sql<string>`case ${pixAccountId} when ${sql.lit(DEFAULT_PIX_ACCOUNT)} then 'provider_clearing'
    else 'provider_clearing:' || ${pixAccountId} end`

/**
 * Selects the balance that each payment must have on the clearing account of its receiving account. This balance is
 * minus the amount of the payment until the PSP's list contains the payment, and zero afterwards. Every other clearing
 * account must have no balance for the payment. A move of the merchant to another cell (database) changes the name of
 * the receiving account, and moves the balance.
 */
const paymentsOf = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('payment as p')
    .select((payment) => {
      const isUnsettled = payment('p.settled_at', 'is', null)
      const unsettled = payment.neg(payment.ref('p.amount_cents'))
      return [
        'p.id',
        clearingCode(payment.ref('p.pix_account_id')).as('code'),
        payment
          .case()
          .when(isUnsettled)
          .then(unsettled)
          .else(sql<bigint>`0`)
          .end()
          .as('expected'),
      ]
    })
    .where('p.merchant_id', '=', merchantId)

async function findWrongClearing(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('stored', () => paymentsOf(ctx, merchantId))
    .with('clearing', (query) =>
      query
        .selectFrom('journal_line')
        .select(({ fn }) => [
          'payment_id as id',
          'account_code as code',
          sumOrZero(fn.sum('amount_cents')).as('cents'),
        ])
        .where('merchant_id', '=', merchantId)
        .where((eb) =>
          eb.or([
            eb('account_code', '=', 'provider_clearing'),
            eb(eb.cast<string>('account_code', 'text'), 'like', 'provider_clearing:%'),
          ]),
        )
        .groupBy(['payment_id', 'account_code']),
    )
    .selectFrom('stored as p')
    .fullJoin('clearing as c', (join) => join.onRef('c.id', '=', 'p.id').onRef('c.code', '=', 'p.code'))
    .select((row) => [
      row.fn.coalesce('p.id', 'c.id').as('id'),
      sumOrZero(row.ref('c.cents')).as('cents'),
      'p.expected',
    ])
    .where((row) => row(sumOrZero(row.ref('c.cents')), '<>', sumOrZero(row.ref('p.expected'))))
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id, cents, expected }) => ({
    what: `payment ${id}: its clearing account is ${cents}, expected ${expected ?? ''}`,
  }))
}

async function findWrongReturns(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('unreconciled', (query) =>
      query
        .selectFrom('network_return')
        .select(({ fn }) => sumOrZero(fn.sum('amount_cents')).as('cents'))
        .where('merchant_id', '=', merchantId)
        .where('state', '=', 'returned')
        .where('finished_at', 'is not', null)
        .where('reconciled_at', 'is', null),
    )
    .selectFrom('ledger_account as a')
    .crossJoin('unreconciled as n')
    .select(['a.balance_cents as balance', 'n.cents'])
    .where('a.merchant_id', '=', merchantId)
    .where('a.code', '=', 'payer_returns')
    .whereRef('a.balance_cents', '<>', 'n.cents')
    .execute()
  return rows.map(({ balance, cents }) => ({
    what: `payer_returns is ${balance}, but returns of ${cents} are not reconciled with the network`,
  }))
}

async function findMissingExceptions(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('payment as p')
    .innerJoin('network_listing as n', 'n.end_to_end_id', 'p.end_to_end_id')
    .select('p.id')
    .where('p.merchant_id', '=', merchantId)
    .where('p.settled_at', 'is', null)
    .whereRef('n.amount_cents', '<>', 'p.amount_cents')
    .where('n.state', '=', 'differs')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('reconciliation_exception as x')
            .select('x.id')
            .whereRef('x.merchant_id', '=', 'p.merchant_id')
            .where('x.kind', '=', 'amount_differs')
            .whereRef('x.subject', '=', 'p.end_to_end_id'),
        ),
      ),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id }) => ({
    what: `payment ${id}: the network lists another amount and no exception exists`,
  }))
}

/** Checks that compare payments and returns with the PSP's lists that the service has read. */
export const NETWORK_CHECKS: LedgerCheck[] = [
  { invariant: 16, find: findWrongClearing },
  { invariant: 16, find: findWrongReturns },
  { invariant: 16, find: findMissingExceptions },
]
