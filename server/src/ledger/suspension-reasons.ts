import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'

/** Why payouts of a merchant are suspended at the moment. */
export interface SuspensionReason {
  code:
    | 'negative_balance'
    | 'open_disputes'
    | 'bank_account_missing'
    | 'reconciliation_difference'
    | 'manual_hold'
  since: Date
  /** The dispute, for `open_disputes`: one reason each. */
  caseId: string | null
}

/** More open disputes than are shown at once. */
const DISPUTES_MAX = 100

/** What each code says to the merchant. */
export const SUSPENSION_MESSAGES: Record<SuspensionReason['code'], string> = {
  negative_balance: 'Há valor devido ao serviço a compensar.',
  open_disputes: 'Há uma contestação em análise.',
  bank_account_missing: 'Falta a conta bancária para o repasse.',
  reconciliation_difference: 'Há uma diferença a esclarecer com a rede Pix.',
  manual_hold: 'Repasses suspensos pelo serviço.',
}

/** Why payouts are suspended, the oldest reason first; empty when they are not. */
export function suspensionReasons(ctx: Context, merchantId: string): Promise<SuspensionReason[]> {
  return sql<SuspensionReason>(ctx, READ, [merchantId, DISPUTES_MAX])
}

// A debt lasts since the last line that took the receivable below zero.
const READ = `
  select code, since, "caseId" from (
    select 'manual_hold' as code, updated_at as since, null::uuid as "caseId"
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
     where merchant_id = $1 and kind = 'dispute' and status = 'open' order by opened_at, id limit $2)
  ) reasons order by since, code, "caseId"`
