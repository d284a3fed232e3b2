import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { sql } from '../kernel/database/sql.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { caseEntry, transferLines, movesMoney } from './case-entries.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'

/**
 * Returns the money that a case holds to the positions it came from. Money from the charge's pending goes to available
 * if the charge's money became available meanwhile. Then holds the reserve again, unless its release is due, and
 * reverses the returned fees. Leaves the case open. The caller calls `coverAvailable` afterwards.
 */
export async function releaseCase(
  tx: Tx,
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  now: Date,
): Promise<void> {
  const fees = await findReturnedFees(tx, financialCase)
  const feesInPendingCents = sum(fees.filter((fee) => fee.code === 'pending'))
  const { heldCents } = financialCase
  // Each fee reversal debits the position that the fee was returned to, so pending needs that amount.
  const toPendingCents = money.isAvailable
    ? minCents(feesInPendingCents, heldCents)
    : financialCase.heldPendingCents
  const reserveCents = now < money.reserveDueAt ? financialCase.reserveReleasedCents : 0n
  const position = creditPositionOf(money)

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
      ...transferLines(position, 'contract_reserve', reserveCents),
    }),
    ...fees.map((fee) => feeReversal(financialCase, fee, now)),
  ]
  await postEntries(tx, money.merchantId, entries.filter(movesMoney), now)

  money.pendingLeftCents += toPendingCents - (position === 'pending' ? reserveCents : 0n) - feesInPendingCents
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

interface ReturnedFee {
  journalId: string
  code: 'pending' | 'available'
  amountCents: bigint
}

const sum = (fees: ReturnedFee[]): bigint => fees.reduce((total, fee) => total + fee.amountCents, 0n)

/** Finds the `fee.returned` entries of the case that are not reversed. */
function findReturnedFees(tx: Tx, financialCase: FinancialCase): Promise<ReturnedFee[]> {
  if (financialCase.feeReturnedCents === 0n) return Promise.resolve([])
  return sql<ReturnedFee>(
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

const feeReversal = (financialCase: FinancialCase, fee: ReturnedFee, now: Date): Entry =>
  caseEntry(financialCase, now, {
    eventType: 'journal.reversal',
    dedupeKey: `reversal:${fee.journalId}`,
    reversesId: fee.journalId,
    ...transferLines(fee.code, 'fee_revenue', fee.amountCents),
  })
