import type { Entry, EntryLine } from '../ledger/post-entries.ts'
import type { ChargeMoney } from './charge-money.ts'
import type { FinancialCase } from './financial-case.entity.ts'

/** Whose entry it is, and its place among the case's postings. */
export type CaseEntry = Omit<Entry, 'source' | 'dedupeKey' | 'economicAt' | 'chargeId'> & {
  dedupeKey?: string
  economicAt?: Date
}

/**
 * An entry of a case, counted: `case.hold:<case>:2`. Every line names the case, so that the lines on `case_hold` of a
 * case sum to what is held for it.
 */
export function caseEntry(financialCase: FinancialCase, now: Date, entry: CaseEntry): Entry {
  financialCase.postingsCount += 1
  const { id, merchantId, chargeId } = financialCase
  return {
    ...entry,
    source: chargeId === null ? { type: 'gateway', id: merchantId } : { type: 'charge', id: chargeId },
    ...(chargeId === null ? {} : { chargeId }),
    dedupeKey: entry.dedupeKey ?? `${entry.eventType}:${id}:${financialCase.postingsCount}`,
    economicAt: entry.economicAt ?? now,
    lines: entry.lines.map((line) => ({ ...line, caseId: id })),
  }
}

/** One amount out of an account and into another. */
export function transferLines(
  from: EntryLine['code'],
  to: EntryLine['code'],
  amountCents: bigint,
): Pick<Entry, 'lines'> {
  return {
    lines: [
      { code: from, debitCents: amountCents },
      { code: to, creditCents: amountCents },
    ],
  }
}

/** Whether an entry moves anything: those of zero are not posted. */
export const movesMoney = (entry: Entry): boolean =>
  entry.lines.some((line) => (line.debitCents ?? 0n) + (line.creditCents ?? 0n) > 0n)

/** The fee and the reserve that come back to a charge before a hold. */
export function returnedShareEntries(
  financialCase: FinancialCase,
  home: 'pending' | 'available',
  shares: { feeCents: bigint; reserveCents: bigint; now: Date },
): Entry[] {
  const { feeCents, reserveCents, now } = shares
  return [
    caseEntry(financialCase, now, {
      eventType: 'fee.returned',
      ...transferLines('fee_revenue', home, feeCents),
    }),
    caseEntry(financialCase, now, {
      eventType: 'reserve.released',
      ...transferLines('contract_reserve', home, reserveCents),
    }),
  ]
}

/** Whether every centavo of the charge went back to its payer. */
export const isFullyRefunded = (money: ChargeMoney): boolean => money.refundedCents === money.grossCents
