import type { Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { db } from '../kernel/database/tables.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import { caseEntry, transferLines, movesMoney } from './financial-case.ts'
import { creditPositionOf, writeChargeMoney, type ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'

/**
 * Moves the held money of a case back to the positions from which it was taken. Money taken from the charge's pending
 * money moves to `available` if the charge's money has become available meanwhile. Then moves the reserve that the case
 * had released back to the contractual reserve, unless the reserve period has ended. Also reverses the fees that the
 * case had returned. The case stays open. The caller must call `coverAvailable` afterwards.
 */
export async function releaseCase(
  tx: Tx,
  { financialCase, money }: { financialCase: FinancialCase; money: ChargeMoney },
  now: Date,
): Promise<void> {
  const fees = await findReturnedFees(tx, financialCase)
  const feesInPendingCents = sum(fees.filter((fee) => fee.code === 'pending'))
  const { heldCents } = financialCase
  // The reversal of a fee debits the position to which the fee was returned. So the pending position must get the same
  // amount as the fees that were returned to it.
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

/** The positions to which a fee can be returned. */
const FEE_POSITIONS = ['pending', 'available'] as const

interface ReturnedFee {
  journalId: string
  code: (typeof FEE_POSITIONS)[number]
  amountCents: bigint
}

const sum = (fees: ReturnedFee[]): bigint => fees.reduce((total, fee) => total + fee.amountCents, 0n)

/** Finds the `fee.returned` entries of the case that are not reversed. */
function findReturnedFees(tx: Tx, financialCase: FinancialCase): Promise<ReturnedFee[]> {
  if (financialCase.feeReturnedCents === 0n) return Promise.resolve([])
  return db(tx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join
        .onRef('e.merchant_id', '=', 'l.merchant_id')
        .onRef('e.id', '=', 'l.journal_id')
        .on('e.event_type', '=', 'fee.returned'),
    )
    .select(['l.journal_id as journalId', 'l.position as code', 'l.amount_cents as amountCents'])
    .where('l.merchant_id', '=', financialCase.merchantId)
    .where('l.charge_id', '=', financialCase.chargeId)
    .where('l.case_id', '=', financialCase.id)
    .where('l.position', 'in', FEE_POSITIONS)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('journal_entry as r')
            .select('r.id')
            .whereRef('r.merchant_id', '=', 'e.merchant_id')
            .whereRef('r.reverses_id', '=', 'e.id'),
        ),
      ),
    )
    .orderBy('l.entry_seq')
    .$narrowType<{ code: ReturnedFee['code'] }>()
    .execute()
}

const feeReversal = (financialCase: FinancialCase, fee: ReturnedFee, now: Date): Entry =>
  caseEntry(financialCase, now, {
    eventType: 'journal.reversal',
    dedupeKey: `reversal:${fee.journalId}`,
    reversesId: fee.journalId,
    ...transferLines(fee.code, 'fee_revenue', fee.amountCents),
  })
