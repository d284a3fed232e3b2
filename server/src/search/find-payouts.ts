import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { HITS_MAX, payoutHit, type SearchHit } from './search-hits.ts'

const selectPayouts = (ctx: Context) =>
  db(ctx)
    .selectFrom('payout as o')
    .select([
      'o.id',
      'o.merchant_id as merchantId',
      'o.amount_cents as amountCents',
      'o.state',
      'o.external_reference as externalReference',
    ])
    .limit(HITS_MAX)

export async function findPayoutsById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectPayouts(ctx).where('o.id', '=', id).execute()
  return rows.map(payoutHit)
}

/**
 * Finds payouts by the bank's reference, newest first. The SQL statement looks up each merchant separately, because the
 * index starts with the merchant's id.
 */
export async function findPayoutsByReference(ctx: Context, reference: string): Promise<SearchHit[]> {
  const rows = await selectPayouts(ctx)
    .innerJoin('merchant as m', 'm.id', 'o.merchant_id')
    .where('o.external_reference', '=', reference)
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .execute()
  return rows.map(payoutHit)
}
