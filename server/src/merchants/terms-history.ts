import type { Context, Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { termsForAudit, type MerchantTerms } from './terms.ts'

/** The terms of a merchant from one change to the next. Charges created in between copy them. */
export interface TermsVersion {
  version: number
  /** Amounts are strings. */
  terms: ReturnType<typeof termsForAudit>
  validFrom: Date
  changedBy: string
}

const LISTED_MAX = 1_000

/**
 * Records a new version of the terms, valid from `now`. Call it in the transaction that changes the terms, with the
 * merchant's row new or locked: the version number depends on it.
 */
export async function recordTerms(
  tx: Tx,
  merchantId: string,
  terms: MerchantTerms,
  now: Date,
): Promise<void> {
  await sql(
    tx,
    `insert into merchant_terms (merchant_id, version, terms, valid_from, changed_by, correlation_id)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5 from merchant_terms where merchant_id = $1`,
    [merchantId, JSON.stringify(termsForAudit(terms)), now, tx.actor, tx.correlationId],
  )
}

/** Returns the versions of a merchant's terms, newest first, at most 1,000. */
export function listTermsVersions(ctx: Context, merchantId: string): Promise<TermsVersion[]> {
  return sql<TermsVersion>(
    ctx,
    `select version, terms, valid_from as "validFrom", changed_by as "changedBy"
     from merchant_terms where merchant_id = $1 order by version desc limit $2`,
    [merchantId, LISTED_MAX],
  )
}

/** Returns the versions of the terms of several merchants, newest first, at most 1,000 in all. */
export function listTermsVersionsOf(
  ctx: Context,
  merchantIds: readonly string[],
): Promise<(TermsVersion & { merchantId: string })[]> {
  return sql<TermsVersion & { merchantId: string }>(
    ctx,
    `select merchant_id as "merchantId", version, terms, valid_from as "validFrom", changed_by as "changedBy"
     from merchant_terms where merchant_id = any($1::uuid[]) order by version desc limit $2`,
    [merchantIds, LISTED_MAX],
  )
}
