import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

const ZERO = sql<bigint>`0::bigint`

/** For each payout, selects the sum of its transfers and their reversals, and the number of transfers. */
const transfersByPayout = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .select((row) => [
      'l.payout_id as id',
      sumOrZero(row.neg(row.fn.sum('l.amount_cents'))).as('cents'),
      row.fn.countAll<bigint>().filterWhere('e.event_type', '=', 'gateway.external_payout').as('times'),
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.account_code', '=', 'available')
    .where('e.event_type', 'in', ['gateway.external_payout', 'journal.reversal'])
    .where('l.payout_id', 'is not', null)
    .groupBy('l.payout_id')

const payoutsOf = (ctx: Context, merchantId: string) =>
  db(ctx).selectFrom('payout').select(['id', 'state', 'amount_cents']).where('merchant_id', '=', merchantId)

async function findWrongTransfers(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('stored', () => payoutsOf(ctx, merchantId))
    .with('posted', () => transfersByPayout(ctx, merchantId))
    .selectFrom('stored as o')
    .fullJoin('posted as p', 'p.id', 'o.id')
    .select((row) => [
      row.fn.coalesce('o.id', 'p.id').as('id'),
      'o.state',
      'o.amount_cents as amount',
      sumOrZero(row.ref('p.cents')).as('cents'),
    ])
    .where((row) => {
      const amount = row.ref('o.amount_cents')
      const expected = row
        .case()
        .when('o.state', '=', 'paid')
        .then(amount)
        .when('o.state', 'in', ['reversed', 'reserved', 'given_back'])
        .then(ZERO)
        .end()
      const isMade = row('o.state', 'in', ['paid', 'reversed'])
      const expectedTimes = row
        .case()
        .when(isMade)
        .then(sql<bigint>`1`)
        .else(ZERO)
        .end()
      return row.or([
        row(sumOrZero(row.ref('p.cents')), 'is distinct from', expected),
        row(sumOrZero(row.ref('p.times')), '<>', expectedTimes),
      ])
    })
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((row) => ({
    what: `payout ${row.id} (${row.state ?? ''}) of ${row.amount ?? ''}: its lines give ${row.cents}`,
  }))
}

async function findEntriesWithoutPayout(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('journal_entry as e')
    .leftJoin('payout as o', (join) =>
      join
        .onRef('o.merchant_id', '=', 'e.merchant_id')
        .onRef('o.external_reference', '=', 'e.description')
        .onRef('o.journal_id', '=', 'e.id'),
    )
    .select(['e.seq', 'e.id as journalId'])
    .where('e.merchant_id', '=', merchantId)
    .where('e.event_type', '=', 'gateway.external_payout')
    .where('o.id', 'is', null)
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((place) => ({ ...place, what: 'the entry of a payout has no payout row' }))
}

async function findWrongReservations(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('stored', () => payoutsOf(ctx, merchantId))
    .with('reserved', (query) =>
      query
        .selectFrom('journal_line')
        .select(({ fn }) => ['payout_id as id', sumOrZero(fn.sum('amount_cents')).as('cents')])
        .where('merchant_id', '=', merchantId)
        .where('account_code', '=', 'payout_reserved')
        .groupBy('payout_id'),
    )
    .selectFrom('stored as o')
    .fullJoin('reserved as r', 'r.id', 'o.id')
    .select((row) => [
      row.fn.coalesce('o.id', 'r.id').as('id'),
      'o.state',
      sumOrZero(row.ref('r.cents')).as('cents'),
    ])
    .where((row) => {
      const isReserved = row('o.state', '=', 'reserved')
      const expected = row.case().when(isReserved).then(row.ref('o.amount_cents')).else(ZERO).end()
      return row(sumOrZero(row.ref('r.cents')), 'is distinct from', expected)
    })
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id, state, cents }) => ({
    what: `payout ${id} (${state ?? ''}) keeps ${cents} in reserve`,
  }))
}

/** Checks that compare each payout with its journal lines. */
export const PAYOUT_CHECKS: LedgerCheck[] = [
  { invariant: 17, find: findWrongTransfers },
  { invariant: 17, find: findEntriesWithoutPayout },
  { invariant: 18, find: findWrongReservations },
]
