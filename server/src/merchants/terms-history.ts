import type { Context, Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { termsForAudit, type MerchantTerms } from './terms.ts'

/** The terms of a merchant from one moment to the next change: charges created in between carry them. */
export interface TermsVersion {
  version: number
  /** Centavos as texts. */
  terms: ReturnType<typeof termsForAudit>
  validFrom: Date
  changedBy: string
}

/** More changes of one contract than anyone reads. */
const LISTED_MAX = 1_000

/** Keeps what was agreed from now on, in the transaction that agrees it. The merchant's row is new, or locked. */
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

/** Every version of a merchant's terms, the newest first. */
export function listTermsVersions(ctx: Context, merchantId: string): Promise<TermsVersion[]> {
  return sql<TermsVersion>(
    ctx,
    `select version, terms, valid_from as "validFrom", changed_by as "changedBy"
     from merchant_terms where merchant_id = $1 order by version desc limit $2`,
    [merchantId, LISTED_MAX],
  )
}

/** Every version of the terms of several merchants, the newest first. */
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
