import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { currentAccount } from '../kernel/pool/account-scope.ts'
import { HITS_MAX, keyHit, merchantHit, type SearchHit } from './search-hits.ts'

/**
 * Selects API keys. The table has no row security, because a call is authenticated before its merchant is known. The
 * query itself therefore selects the keys of the current test account.
 */
function selectKeys(ctx: Context) {
  const keys = db(ctx).selectFrom('api_key').select(['id', 'merchant_id as merchantId', 'name', 'prefix'])
  const account = currentAccount()
  return account === undefined ? keys : keys.where('merchant_id', '=', account)
}

export async function findKeysById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectKeys(ctx).where('id', '=', id).execute()
  return rows.map(keyHit)
}

export async function findKeysByPrefix(ctx: Context, prefix: string): Promise<SearchHit[]> {
  const rows = await selectKeys(ctx).where('prefix', '=', prefix).execute()
  return rows.map(keyHit)
}

const selectMerchants = (ctx: Context) =>
  db(ctx).selectFrom('merchant').select(['id', 'id as merchantId', 'name']).orderBy('name').limit(HITS_MAX)

export async function findMerchantsById(ctx: Context, id: string): Promise<SearchHit[]> {
  const rows = await selectMerchants(ctx).where('id', '=', id).execute()
  return rows.map(merchantHit)
}

export async function findMerchantsByDocument(ctx: Context, document: string): Promise<SearchHit[]> {
  const rows = await selectMerchants(ctx).where('document', '=', document).execute()
  return rows.map(merchantHit)
}

/** Finds merchants with a name in which a word starts with the searched text. `pattern` is a pattern for SQL `like`. */
export async function findMerchantsByName(ctx: Context, pattern: string): Promise<SearchHit[]> {
  const rows = await selectMerchants(ctx)
    .where((merchant) =>
      merchant.or([merchant('name', 'ilike', pattern), merchant('name', 'ilike', `% ${pattern}`)]),
    )
    .execute()
  return rows.map(merchantHit)
}
