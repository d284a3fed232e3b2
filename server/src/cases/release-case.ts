import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { caseEntry, transferLines, movesMoney } from './case-entries.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'

/**
 * Gives back what a case holds to where it was; what came from the charge's pending goes to available if the charge's
 * money became available meanwhile. Then its reserve is held again (unless the contract has released it by now) and
 * its share of the fee is taken back. The case stays open. The caller calls `coverAvailable` last.
 */
export async function releaseCase(
  tx: Tx,
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  now: Date,
): Promise<void> {
  const fees = await feesReturned(tx, financialCase)
  const feesInPendingCents = sum(fees.filter((fee) => fee.code === 'pending'))
  const { heldCents } = financialCase
  // The fee is taken back from where it was put, so so much has to be there again.
  const toPendingCents = money.isAvailable
    ? minCents(feesInPendingCents, heldCents)
    : financialCase.heldPendingCents
  const reserveCents = now < money.reserveDueAt ? financialCase.reserveReleasedCents : 0n
  const home = creditPositionOf(money)

  const entries: Entry[] = [
    caseEntry(financialCase, now, {
      eventType: 'case.release',
      lines: [
        { code: 'case_hold', debitCents: heldCents },
        { code: 'pending', creditCents: toPendingCents },
        { code: 'available', creditCents: heldCents - toPendingCents },
      ],
    }),
    caseEntry(financialCase, now, {
      eventType: 'reserve.held',
      ...transferLines(home, 'contract_reserve', reserveCents),
    }),
    ...fees.map((fee) => takenBack(financialCase, fee, now)),
  ]
  await postEntries(tx, money.merchantId, entries.filter(movesMoney), now)

  money.pendingLeftCents += toPendingCents - (home === 'pending' ? reserveCents : 0n) - feesInPendingCents
  money.reserveLeftCents += reserveCents
  money.feeLeftCents += sum(fees)
  financialCase.heldPendingCents = 0n
  financialCase.heldAvailableCents = 0n
  financialCase.coverCents = 0n
  financialCase.reserveReleasedCents = 0n
  financialCase.feeReturnedCents = 0n
  await tx.em.flush()
  await writeChargeMoney(tx, money, now)
}

interface FeeReturned {
  journalId: string
  code: 'pending' | 'available'
  amountCents: bigint
}

const sum = (fees: FeeReturned[]): bigint => fees.reduce((total, fee) => total + fee.amountCents, 0n)

/** The `fee.returned` entries of the case that stand unreversed. */
function feesReturned(tx: Tx, financialCase: FinancialCase): Promise<FeeReturned[]> {
  if (financialCase.feeReturnedCents === 0n) return Promise.resolve([])
  return sql<FeeReturned>(
    tx,
    `select l.journal_id as "journalId", l.account_code as code, l.amount_cents as "amountCents"
     from journal_line l
     join journal_entry e on e.merchant_id = l.merchant_id and e.id = l.journal_id and e.event_type = 'fee.returned'
     where l.merchant_id = $1 and l.charge_id = $2 and l.case_id = $3 and l.position is not null
       and not exists (select from journal_entry r where r.merchant_id = $1 and r.reverses_id = e.id)
     order by l.entry_seq`,
    [financialCase.merchantId, financialCase.chargeId, financialCase.id],
  )
}

const takenBack = (financialCase: FinancialCase, fee: FeeReturned, now: Date): Entry =>
  caseEntry(financialCase, now, {
    eventType: 'journal.reversal',
    dedupeKey: `reversal:${fee.journalId}`,
    reversesId: fee.journalId,
    ...transferLines(fee.code, 'fee_revenue', fee.amountCents),
  })
