import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/**
 * Selects the money that each case blocks according to its journal lines: the merchant's money, and money for the
 * payer.
 */
const linesByCase = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_line')
    .select(({ fn }) => {
      const amount = fn.sum('amount_cents')
      return [
        'case_id as id',
        sumOrZero(amount.filterWhere('account_code', '=', 'case_hold')).as('merchant_money'),
        sumOrZero(amount.filterWhere('account_code', '=', 'case_hold_payer')).as('payer_money'),
      ]
    })
    .where('merchant_id', '=', merchantId)
    .where('account_code', 'in', ['case_hold', 'case_hold_payer'])
    .groupBy('case_id')

const casesOf = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('financial_case as f')
    .select((row) => [
      'f.id',
      'f.status',
      row('f.held_pending_cents', '+', row.ref('f.held_available_cents')).as('held_merchant_cents'),
      'f.held_payer_cents',
    ])
    .where('f.merchant_id', '=', merchantId)

async function findWrongHolds(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('stored', () => casesOf(ctx, merchantId))
    .with('held', () => linesByCase(ctx, merchantId))
    .selectFrom('stored as f')
    .fullJoin('held as h', 'h.id', 'f.id')
    .select((row) => [
      row.fn.coalesce('f.id', 'h.id').as('id'),
      'f.status',
      'f.held_merchant_cents as heldMerchant',
      'f.held_payer_cents as heldPayer',
      sumOrZero(row.ref('h.merchant_money')).as('merchantMoney'),
      sumOrZero(row.ref('h.payer_money')).as('payerMoney'),
    ])
    .where((row) => {
      const holdsMoney = row.or([row('h.merchant_money', '<>', 0n), row('h.payer_money', '<>', 0n)])
      return row.or([
        row('f.held_merchant_cents', 'is distinct from', sumOrZero(row.ref('h.merchant_money'))),
        row('f.held_payer_cents', 'is distinct from', sumOrZero(row.ref('h.payer_money'))),
        row.and([row('f.status', '<>', 'open'), holdsMoney]),
      ])
    })
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map((row) => {
    const stored = `holds ${row.heldMerchant ?? ''} and ${row.heldPayer ?? ''}`
    const lines = `its lines give ${row.merchantMoney} and ${row.payerMoney}`
    return { what: `case ${row.id} (${row.status ?? ''}): ${stored}; ${lines}` }
  })
}

/** Checks that compare each case with the journal lines that contain its id. */
export const CASE_CHECKS: LedgerCheck[] = [{ invariant: 8, find: findWrongHolds }]
