import type { Context } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { Problem } from '../kernel/problem.ts'
import { PAYER_MONEY, type Position } from './chart.ts'

/** A merchant's positions, in centavos. */
export interface Balance {
  merchantId: string
  pendingCents: bigint
  availableCents: bigint
  contractReserveCents: bigint
  /** Money that refunds, disputes and held payments block. */
  blockedCents: bigint
  /** The part of `blockedCents` that belongs to payers: held payments, which the service returns. */
  heldForPayersCents: bigint
  payoutReservedCents: bigint
  /** The sum of all positions including debt. This sum equals the sum of all lines in the merchant's statement. */
  totalCents: bigint
  /** The merchant's debt to the service; positive if the merchant owes money. */
  owedToServiceCents: bigint
  payoutsByService: boolean
  availableForPayoutCents: bigint
  /** The sum of pending, available and contractual reserve. */
  toReceiveCents: bigint
  asOf: Date
}

const readRow = preparedQuery((db, given: Given<{ merchantId: string }>) =>
  db
    .selectFrom('merchant as m')
    .innerJoin('ledger_account as a', 'a.merchant_id', 'm.id')
    .select((merchant) => {
      const sum = merchant.fn.sum('a.balance_cents')
      const sumOf = (position: Position) => sumOrZero(sum.filterWhere('a.position', '=', position))
      return [
        sumOf('pending').as('pending'),
        sumOf('available').as('available'),
        sumOf('contract_reserve').as('contractReserve'),
        sumOf('case_hold').as('caseHold'),
        sumOrZero(sum.filterWhere('a.code', '=', PAYER_MONEY)).as('heldForPayersCents'),
        sumOf('payout_reserved').as('payoutReserved'),
        sumOf('receivable').as('receivable'),
        'm.payouts_by_service as payoutsByService',
      ]
    })
    .where('m.id', '=', given('merchantId'))
    .groupBy('m.id'),
)

/** Reads the current positions in one SQL statement. @throws Problem not_found, reason `account_not_found`. */
export async function readBalance(ctx: Context, merchantId: string): Promise<Balance> {
  const [row] = await readRow(ctx, { merchantId })
  if (!row) throw new Problem('not_found', { reason: 'account_not_found' })
  const { pending, available, contractReserve, caseHold, payoutReserved, receivable, payoutsByService } = row
  const owed = -receivable
  const toReceive = pending + available + contractReserve
  return {
    merchantId,
    pendingCents: pending,
    availableCents: available,
    contractReserveCents: contractReserve,
    blockedCents: caseHold,
    heldForPayersCents: row.heldForPayersCents,
    payoutReservedCents: payoutReserved,
    totalCents: toReceive + caseHold + payoutReserved + receivable,
    owedToServiceCents: owed,
    payoutsByService,
    availableForPayoutCents: payoutsByService ? 0n : available - minCents(available, owed),
    toReceiveCents: toReceive,
    asOf: ctx.clock.now(),
  }
}
