import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'

/** A current reason why a merchant's payouts are suspended. */
export interface SuspensionReason {
  code:
    | 'negative_balance'
    | 'open_disputes'
    | 'bank_account_missing'
    | 'reconciliation_difference'
    | 'manual_hold'
  since: Date
  /** The dispute, for `open_disputes`. Each open dispute is a reason. */
  caseId: string | null
}

/** Message for the merchant by code. */
export const SUSPENSION_MESSAGES: Record<SuspensionReason['code'], string> = {
  negative_balance: 'Há valor devido ao serviço a compensar.',
  open_disputes: 'Há uma contestação em análise.',
  bank_account_missing: 'Falta a conta bancária para o repasse.',
  reconciliation_difference: 'Há uma diferença a esclarecer com a rede Pix.',
  manual_hold: 'Repasses suspensos pelo serviço.',
}

/** Returns the reasons why payouts are suspended, oldest first. */
export function listSuspensionReasons(ctx: Context, merchantId: string): Promise<SuspensionReason[]> {
  return sql<SuspensionReason>(ctx, READ, [merchantId])
}

// A debt starts at the last line that took the receivable from zero to below zero. A manual hold starts at the first
// terms version of the current hold.
const READ = `
  select code, since, "caseId" from (
    select 'manual_hold' as code, (
      select min(valid_from) from merchant_terms where merchant_id = $1 and version > coalesce((
        select max(version) from merchant_terms
        where merchant_id = $1 and not (terms ->> 'payoutsSuspended')::boolean), 0)) as since, null::uuid as "caseId"
    from merchant where id = $1 and payouts_suspended
    union all
    select 'bank_account_missing', bank_account_removed_at, null from merchant
    where id = $1 and bank_account_removed_at is not null
    union all
    select 'negative_balance', (
      select e.posted_at from journal_line l
      join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id
      where l.merchant_id = $1 and l.account_code = 'receivable' and l.balance_after_cents = l.amount_cents
        and l.amount_cents < 0
      order by l.account_version desc limit 1), null
    from ledger_account where merchant_id = $1 and code = 'receivable' and balance_cents < 0
    union all
    select 'reconciliation_difference', min(opened_at), null from reconciliation_exception
    where merchant_id = $1 and state = 'open' and kind <> 'payment_not_recorded' having count(*) > 0
    union all
    (select 'open_disputes', opened_at, id from financial_case
     where merchant_id = $1 and kind = 'dispute' and status = 'open')
  ) reasons order by since, code, "caseId"`

/** A merchant with suspended payouts, and one reason. */
export interface Suspension {
  merchantId: string
  code: SuspensionReason['code']
}

/** Reasons of all merchants, without their start: rows of `merchant_id` and `code`, with duplicates. */
export const SUSPENSIONS = `
  select id as merchant_id, 'manual_hold' as code from merchant where payouts_suspended
  union all
  select id, 'bank_account_missing' from merchant where bank_account_removed_at is not null
  union all
  select merchant_id, 'negative_balance' from ledger_account where code = 'receivable' and balance_cents < 0
  union all
  select merchant_id, 'reconciliation_difference' from reconciliation_exception
    where state = 'open' and kind <> 'payment_not_recorded'
  union all
  select merchant_id, 'open_disputes' from financial_case where kind = 'dispute' and status = 'open'`

/** Returns the reasons why payouts of these merchants are suspended, each code once per merchant. */
export function listSuspensionsOf(ctx: Context, merchantIds: readonly string[]): Promise<Suspension[]> {
  return sql<Suspension>(
    ctx,
    `select distinct merchant_id as "merchantId", code from (${SUSPENSIONS}) reasons
     where merchant_id = any($1::uuid[]) order by code`,
    [merchantIds],
  )
}
