import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/** Selects the sums of the journal lines of each charge. */
const linesByCharge = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .select(({ fn }) => {
      const amount = fn.sum('l.amount_cents')
      const returned = fn
        .sum('l.debit_cents')
        .filterWhere('l.account_code', '=', 'case_hold')
        .filterWhere('e.event_type', 'in', ['refund.completed', 'case.returned'])
      return [
        'l.charge_id as id',
        sumOrZero(amount.filterWhere('l.account_code', '=', 'pending')).as('pending'),
        sumOrZero(amount.filterWhere('l.account_code', '=', 'contract_reserve')).as('reserve'),
        sumOrZero(amount.filterWhere('l.account_code', '=', 'fee_revenue')).as('fee'),
        sumOrZero(returned).as('returned'),
      ]
    })
    .where('l.merchant_id', '=', merchantId)
    .where('l.charge_id', 'is not', null)
    .groupBy('l.charge_id')

async function findWrongFees(ctx: Context, merchantId: string): Promise<Violation[]> {
  const charges = await db(ctx)
    .selectFrom('charge')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where((charge) =>
      charge.or([
        charge(charge('fee_cents', '+', charge.ref('net_cents')), '<>', charge.ref('amount_cents')),
        charge('reserve_cents', '>', charge.ref('net_cents')),
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return charges.map(({ id }) => ({ what: `charge ${id}: fee and net do not sum to the amount` }))
}

async function findWrongRemainders(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('stored', (query) => query.selectFrom('charge').selectAll().where('merchant_id', '=', merchantId))
    .with('moved', () => linesByCharge(ctx, merchantId))
    .selectFrom('stored as c')
    .fullJoin('moved as m', 'm.id', 'c.id')
    .select((row) => [
      row.fn.coalesce('c.id', 'm.id').as('id'),
      'c.pending_left_cents as pendingLeft',
      'c.reserve_left_cents as reserveLeft',
      'c.fee_left_cents as feeLeft',
      'c.refunded_cents as refunded',
      sumOrZero(row.ref('m.pending')).as('pending'),
      sumOrZero(row.ref('m.reserve')).as('reserve'),
      sumOrZero(row.ref('m.fee')).as('fee'),
      sumOrZero(row.ref('m.returned')).as('returned'),
    ])
    .where((row) =>
      row.or([
        row('c.pending_left_cents', 'is distinct from', sumOrZero(row.ref('m.pending'))),
        row('c.reserve_left_cents', 'is distinct from', sumOrZero(row.ref('m.reserve'))),
        row('c.fee_left_cents', 'is distinct from', sumOrZero(row.ref('m.fee'))),
        row('c.refunded_cents', 'is distinct from', sumOrZero(row.ref('m.returned'))),
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((row) => {
    const stored = `pending ${row.pendingLeft ?? ''}, reserve ${row.reserveLeft ?? ''}, fee ${row.feeLeft ?? ''}`
    const lines = `${row.pending}, ${row.reserve}, ${row.fee}, ${row.returned}`
    return { what: `charge ${row.id}: ${stored}, returned ${row.refunded ?? ''}; its lines give ${lines}` }
  })
}

async function findUnmatchedPaidStates(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('paid', (query) =>
      query
        .selectFrom('charge')
        .select(['id', 'end_to_end_id', 'amount_cents'])
        .where('merchant_id', '=', merchantId)
        .where('paid_at', 'is not', null),
    )
    .with('primary', (query) =>
      query
        .selectFrom('payment')
        .select(['charge_id', 'end_to_end_id', 'amount_cents'])
        .where('merchant_id', '=', merchantId)
        .where('classification', '=', 'primary'),
    )
    .selectFrom('paid as c')
    .fullJoin('primary as p', 'p.charge_id', 'c.id')
    .select(({ fn }) => fn.coalesce('c.id', 'p.charge_id').as('id'))
    .where((row) =>
      row.or([
        row('c.end_to_end_id', 'is distinct from', row.ref('p.end_to_end_id')),
        row('c.amount_cents', 'is distinct from', row.ref('p.amount_cents')),
      ]),
    )
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id }) => ({
    what: `charge ${id}: its paid state and its primary payment do not match`,
  }))
}

/** Checks that compare each charge with its journal lines and its primary payment. */
export const CHARGE_CHECKS: LedgerCheck[] = [
  { invariant: 6, find: findWrongFees },
  { invariant: 6, find: findWrongRemainders },
  { invariant: 18, find: findUnmatchedPaidStates },
]
