import { lockChargeMoney, type ChargeMoney } from '../cases/charge-money.ts'
import type { FinancialCase } from '../cases/financial-case.entity.ts'
import { lockCase } from '../cases/financial-case.ts'
import type { Classification } from '../charges/payment.entity.ts'
import type { Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { Dispute } from './dispute.entity.ts'

export interface DisputedPayment {
  merchantId: string
  id: string
  endToEndId: string
  chargeId: string | null
  orderReference: string | null
  classification: Classification
  /** The case of a held payment; null for any other payment. */
  caseId: string | null
  amountCents: bigint
  /** The policy in the charge's terms; for a payment without a charge, the policy in the merchant's current terms. */
  policy: Dispute['policy']
}

/** Finds a payment with the data that a dispute needs. Returns undefined if the merchant has no such payment. */
export const findDisputedPayment = (
  tx: Tx,
  merchantId: string,
  by: { endToEndId: string } | { id: string },
): Promise<DisputedPayment | undefined> =>
  db(tx)
    .selectFrom('payment as p')
    .innerJoin('merchant as m', 'm.id', 'p.merchant_id')
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'p.merchant_id').onRef('c.id', '=', 'p.charge_id'),
    )
    .select((eb) => [
      'p.merchant_id as merchantId',
      'p.id',
      'p.end_to_end_id as endToEndId',
      'p.charge_id as chargeId',
      'c.order_reference as orderReference',
      'p.classification',
      'p.case_id as caseId',
      'p.amount_cents as amountCents',
      eb.fn.coalesce('c.dispute_policy', 'm.dispute_policy').as('policy'),
    ])
    .where('p.merchant_id', '=', merchantId)
    .where((eb) => ('id' in by ? eb('p.id', '=', by.id) : eb('p.end_to_end_id', '=', by.endToEndId)))
    .executeTakeFirst()

/** A dispute with its locked case and charge. `money` is undefined if the disputed payment is a held payment. */
export interface LockedDispute {
  dispute: Dispute
  financialCase: FinancialCase
  money: ChargeMoney | undefined
}

/**
 * Locks the ledger, the case, the dispute and the charge. The order of the locks is fixed, which prevents deadlocks.
 * @throws Problem not_found, reason `dispute_not_found`.
 */
export async function lockDispute(tx: Tx, merchantId: string, caseId: string): Promise<LockedDispute> {
  await lockLedger(tx, merchantId)
  const found = isUuid(caseId) ? await tx.em.findOne(Dispute, { merchantId, caseId }) : null
  if (!found) throw new Problem('not_found', { reason: 'dispute_not_found' })
  const financialCase = await lockCase(tx, merchantId, caseId)
  const dispute = await lockRow(tx, Dispute, { merchantId, caseId })
  if (!dispute) throw new Error(`BUG: lockDispute: the dispute ${caseId} does not exist`)
  return { dispute, financialCase, money: await lockMoneyOf(tx, dispute) }
}

/** Locks the charge of a disputed primary payment. Returns undefined if the disputed payment is a held payment. */
async function lockMoneyOf(
  tx: Tx,
  { merchantId, chargeId, paymentId }: Dispute,
): Promise<ChargeMoney | undefined> {
  const money = chargeId === null ? undefined : await lockChargeMoney(tx, merchantId, chargeId)
  return money?.paymentId === paymentId ? money : undefined
}

/** Finds the dispute of a payment if the dispute is open or returning. Returns null if there is none. */
export async function findOpenDispute(
  tx: Tx,
  merchantId: string,
  paymentId: string,
): Promise<Dispute | null> {
  return await tx.em.findOne(Dispute, { merchantId, paymentId, status: { $ne: 'closed' } })
}
