import type { Context, Tx } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import { termsForAudit, type AuditedTerms, type MerchantTerms } from './terms.ts'

/**
 * The terms of a merchant between two changes. A charge created in that time has a copy of the terms for fees, reserve,
 * settlement, refunds and disputes.
 */
export interface TermsVersion {
  version: number
  terms: AuditedTerms
  validFrom: Date
  changedBy: string
}

const LISTED_MAX = 1_000

/**
 * Records a new version of the terms, valid from `now`. Call this function in the transaction that changes the terms.
 * That transaction must have inserted or locked the merchant's row before, so that the version number is unique.
 */
export async function recordTerms(
  tx: Tx,
  merchantId: string,
  terms: MerchantTerms,
  now: Date,
): Promise<void> {
  await db(tx)
    .insertInto('merchant_terms')
    .columns(['merchant_id', 'version', 'terms', 'valid_from', 'changed_by', 'correlation_id'])
    .expression((query) =>
      query
        .selectFrom('merchant_terms')
        .select((eb) => [
          eb.val(merchantId).as('merchant_id'),
          eb(eb.fn.coalesce(eb.fn.max('version'), eb.lit(0)), '+', 1).as('version'),
          eb.val(termsForAudit(terms)).as('terms'),
          eb.val(now).as('valid_from'),
          eb.val(tx.actor).as('changed_by'),
          eb.val(tx.correlationId).as('correlation_id'),
        ])
        .where('merchant_id', '=', merchantId),
    )
    .execute()
}

/** Returns the versions of a merchant's terms, newest first, at most 1,000. */
export function listTermsVersions(ctx: Context, merchantId: string): Promise<TermsVersion[]> {
  return db(ctx)
    .selectFrom('merchant_terms')
    .select(['version', 'terms', 'valid_from as validFrom', 'changed_by as changedBy'])
    .where('merchant_id', '=', merchantId)
    .orderBy('version', 'desc')
    .limit(LISTED_MAX)
    .execute()
}

/** Returns the versions of several merchants' terms, the highest version numbers first, at most 1,000 in total. */
export function listTermsVersionsOf(
  ctx: Context,
  merchantIds: readonly string[],
): Promise<(TermsVersion & { merchantId: string })[]> {
  return db(ctx)
    .selectFrom('merchant_terms')
    .select([
      'merchant_id as merchantId',
      'version',
      'terms',
      'valid_from as validFrom',
      'changed_by as changedBy',
    ])
    .where('merchant_id', '=', anyUuid(merchantIds))
    .orderBy('version', 'desc')
    .limit(LISTED_MAX)
    .execute()
}
