import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { endToEndIdIs } from './end-to-end-id.ts'
import { caseHit, HITS_MAX, refundHit, type SearchHit } from './search-hits.ts'

const selectRefunds = (ctx: Context) =>
  db(ctx)
    .selectFrom('refund as r')
    .select([
      'r.id',
      'r.merchant_id as merchantId',
      'r.charge_id as chargeId',
      'r.amount_cents as amountCents',
      'r.status',
    ])
    .limit(HITS_MAX)

export async function findRefundsById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectRefunds(ctx).where('r.id', '=', id).execute()
  return rows.map(refundHit)
}

/** Finds refunds by the id that the PSP assigned to their return. */
export async function findRefundsByReturn(ctx: Context, returnIds: readonly string[]): Promise<SearchHit[]> {
  const rows = await selectRefunds(ctx).where('r.return_id', 'in', returnIds).execute()
  return rows.map(refundHit)
}

const selectCases = (ctx: Context) =>
  db(ctx)
    .selectFrom('financial_case as f')
    .select([
      'f.id',
      'f.merchant_id as merchantId',
      'f.charge_id as chargeId',
      'f.amount_cents as amountCents',
      'f.kind',
      'f.status',
    ])
    .limit(HITS_MAX)

export async function findCasesById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectCases(ctx).where('f.id', '=', id).execute()
  return rows.map(caseHit)
}

/** Finds cases by the id that the PSP assigned to their return. */
export async function findCasesByReturn(ctx: Context, returnIds: readonly string[]): Promise<SearchHit[]> {
  const rows = await selectCases(ctx)
    .innerJoin('network_return as n', (join) =>
      join.onRef('n.merchant_id', '=', 'f.merchant_id').onRef('n.case_id', '=', 'f.id'),
    )
    .where('n.return_id', 'in', returnIds)
    .execute()
  return rows.map(caseHit)
}

/** Finds cases by the end-to-end id of a held payment, even if the payment has no charge. */
export async function findCasesByEndToEndId(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectCases(ctx)
    .innerJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'f.merchant_id').onRef('p.case_id', '=', 'f.id'),
    )
    .where(endToEndIdIs(id))
    .execute()
  return rows.map(caseHit)
}
