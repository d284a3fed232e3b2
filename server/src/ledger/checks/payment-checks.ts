import { sql, type Expression } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { sumOrZero } from '../../kernel/database/expressions.ts'
import { db } from '../../kernel/database/tables.ts'
import { FINDINGS_MAX } from './findings.ts'
import type { LedgerCheck, Violation } from './ledger-check.ts'

/** Returns the end-to-end id from the dedupe key of the entry that recorded a payment. */
export const endToEndIdIn = (dedupeKey: Expression<string>) =>
  sql<string>`substr(${dedupeKey}, strpos(${dedupeKey}, ':') + 1)`

async function findForeignEntries(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('payment as p')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'p.merchant_id').onRef('e.id', '=', 'p.journal_id'),
    )
    .select(['e.seq', 'e.id as journalId', 'p.id as paymentId'])
    .where('p.merchant_id', '=', merchantId)
    .where((row) => {
      const isPrimary = row('p.classification', '=', 'primary')
      const prefix = row.case().when(isPrimary).then('charge.paid:').else('payment_held:').end()
      return row('e.dedupe_key', '<>', row.fn<string>('concat', [prefix, 'p.end_to_end_id']))
    })
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ paymentId, ...place }) => ({
    ...place,
    what: `payment ${paymentId}: its entry belongs to another payment`,
  }))
}

async function findEntriesWithoutPayment(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .selectFrom('journal_entry as e')
    .leftJoin('payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 'e.merchant_id')
        .on((row) => row('p.end_to_end_id', '=', endToEndIdIn(row.ref('e.dedupe_key'))))
        .onRef('p.journal_id', '=', 'e.id'),
    )
    .select(['e.seq', 'e.id as journalId', 'e.event_type as eventType'])
    .where('e.merchant_id', '=', merchantId)
    .where('e.event_type', 'in', ['charge.paid', 'charge.payment_held'])
    .where('p.id', 'is', null)
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ eventType, ...place }) => ({ ...place, what: `${eventType} has no payment` }))
}

async function findExcessReturns(ctx: Context, merchantId: string): Promise<Violation[]> {
  const rows = await db(ctx)
    .with('returns', (query) =>
      query
        .selectFrom('journal_line as l')
        .innerJoin('financial_case as f', (join) =>
          join.onRef('f.merchant_id', '=', 'l.merchant_id').onRef('f.id', '=', 'l.case_id'),
        )
        .select(({ fn }) => ['f.end_to_end_id', sumOrZero(fn.sum('l.credit_cents')).as('returned')])
        .where('l.merchant_id', '=', merchantId)
        .where('l.account_code', '=', 'payer_returns')
        .where('l.credit_cents', '>', 0n)
        .groupBy('f.end_to_end_id'),
    )
    .selectFrom('returns as r')
    .innerJoin('payment as p', 'p.end_to_end_id', 'r.end_to_end_id')
    .select(['p.id', 'p.amount_cents as received', 'r.returned'])
    .where('p.merchant_id', '=', merchantId)
    .whereRef('r.returned', '>', 'p.amount_cents')
    .limit(FINDINGS_MAX)
    .execute()
  return rows.map(({ id, received, returned }) => ({
    what: `payment ${id}: received ${received}, returned ${returned}`,
  }))
}

/** Checks that compare each payment with the entry that recorded it, and with the returns to the payer. */
export const PAYMENT_CHECKS: LedgerCheck[] = [
  { invariant: 7, find: findForeignEntries },
  { invariant: 7, find: findEntriesWithoutPayment },
  { invariant: 7, find: findExcessReturns },
]
