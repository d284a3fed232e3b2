import type { Context } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/database/sql.ts'

/** A merchant's positions, in centavos (specification, Balance). */
export interface Balance {
  merchantId: string
  pendingCents: bigint
  availableCents: bigint
  contractReserveCents: bigint
  /** Blocked by refunds, disputes and held payments. */
  blockedCents: bigint
  payoutReservedCents: bigint
  /** The sum of all positions including debt. Equals the sum of all statement lines ever posted. */
  totalCents: bigint
  /** Positive when the merchant owes the service. */
  owedToServiceCents: bigint
  /** True for any of the reasons that `listSuspensionReasons` returns. */
  payoutsSuspended: boolean
  payoutsByService: boolean
  availableForPayoutCents: bigint
  /** Pending, available and contractual reserve. */
  toReceiveCents: bigint
  asOf: Date
}

interface Row {
  pending: bigint
  available: bigint
  contract_reserve: bigint
  case_hold: bigint
  payout_reserved: bigint
  receivable: bigint
  payouts_suspended: boolean
  payouts_by_service: boolean
}

const at = (position: string): string =>
  `coalesce(sum(a.balance_cents) filter (where a.position = '${position}'), 0)::bigint as ${position}`

const READ = prepared(`
  select ${['pending', 'available', 'contract_reserve', 'case_hold', 'payout_reserved', 'receivable'].map(at).join(', ')},
    m.payouts_suspended or m.bank_account_removed_at is not null or exists (select from financial_case f
      where f.merchant_id = m.id and f.kind = 'dispute' and f.status = 'open')
      or exists (select from reconciliation_exception x
      where x.merchant_id = m.id and x.state = 'open' and x.kind <> 'payment_not_recorded') as payouts_suspended,
    m.payouts_by_service
  from merchant m join ledger_account a on a.merchant_id = m.id
  where m.id = $1 group by m.id`)

/** Reads the current positions in one SQL statement. @throws Problem not_found, reason `account_not_found`. */
export async function readBalance(ctx: Context, merchantId: string): Promise<Balance> {
  const [row] = await sql<Row>(ctx, READ, [merchantId])
  if (!row) throw new Problem('not_found', { reason: 'account_not_found' })
  const owed = -row.receivable
  const toReceive = row.pending + row.available + row.contract_reserve
  return {
    merchantId,
    pendingCents: row.pending,
    availableCents: row.available,
    contractReserveCents: row.contract_reserve,
    blockedCents: row.case_hold,
    payoutReservedCents: row.payout_reserved,
    totalCents: toReceive + row.case_hold + row.payout_reserved + row.receivable,
    owedToServiceCents: owed,
    payoutsSuspended: row.payouts_suspended || owed > 0n,
    payoutsByService: row.payouts_by_service,
    availableForPayoutCents: row.payouts_by_service ? 0n : row.available - minCents(row.available, owed),
    toReceiveCents: toReceive,
    asOf: ctx.clock.now(),
  }
}
