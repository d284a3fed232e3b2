import type { Tx } from '../kernel/context.ts'
import { lockRow } from '../kernel/database/lock-row.ts'
import type { Entry, EntryLine } from '../ledger/post-entries.ts'
import { FinancialCase, type CaseKind } from './financial-case.entity.ts'

export interface NewCase {
  merchantId: string
  kind: CaseKind
  chargeId: string | null
  orderReference: string | null
  paymentId: string
  refundId: string | null
  endToEndId: string
  amountCents: bigint
}

/** Opens a case that holds no money yet. */
export async function openCase(tx: Tx, newCase: NewCase, now: Date): Promise<FinancialCase> {
  const financialCase = tx.em.create(FinancialCase, {
    ...newCase,
    id: tx.ids.uuid(now),
    status: 'open',
    heldPendingCents: 0n,
    heldAvailableCents: 0n,
    heldPayerCents: 0n,
    reserveReleasedCents: 0n,
    feeReturnedCents: 0n,
    coverCents: 0n,
    postingsCount: 0,
    exception: null,
    openedAt: now,
    closedAt: null,
  })
  await tx.em.flush()
  return financialCase
}

/** Locks the row of a case. The lock order is ledger, case, charge. Throws if the case does not exist. */
export async function lockCase(tx: Tx, merchantId: string, id: string): Promise<FinancialCase> {
  const financialCase = await lockRow(tx, FinancialCase, { merchantId, id })
  if (!financialCase) throw new Error(`BUG: lockCase: the case ${id} does not exist`)
  return financialCase
}

/** Closes a case. The caller must have posted the entries that empty the case's hold. */
export async function closeCase(
  tx: Tx,
  financialCase: FinancialCase,
  status: 'released' | 'returned',
): Promise<void> {
  financialCase.status = status
  financialCase.coverCents = 0n
  financialCase.exception = null
  financialCase.closedAt = tx.clock.now()
  await tx.em.flush()
}

/** A journal entry of a case, without the fields that `caseEntry` derives from the case. */
export type CaseEntry = Omit<Entry, 'source' | 'dedupeKey' | 'economicAt' | 'chargeId'> & {
  dedupeKey?: string
  economicAt?: Date
}

/**
 * Builds a journal entry of a case. Increments the case's posting count, so that the dedupe key is unique:
 * `case.hold:<case>:2`. Every line contains the case id, so the case's lines on the ledger account `case_hold` sum to
 * the case's held amount.
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

/** Builds the two journal lines that transfer an amount from one ledger account to another. */
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

/** Returns whether a journal entry has a line whose amount is not zero. Other entries are not posted. */
export const movesMoney = (entry: Entry): boolean =>
  entry.lines.some((line) => (line.debitCents ?? 0n) + (line.creditCents ?? 0n) > 0n)

/** Builds the journal entries that credit shares of the fee and of the reserve to the given position. */
export function returnedShareEntries(
  financialCase: FinancialCase,
  position: 'pending' | 'available',
  shares: { feeCents: bigint; reserveCents: bigint; now: Date },
): Entry[] {
  const { feeCents, reserveCents, now } = shares
  return [
    caseEntry(financialCase, now, {
      eventType: 'fee.returned',
      ...transferLines('fee_revenue', position, feeCents),
    }),
    caseEntry(financialCase, now, {
      eventType: 'reserve.released',
      ...transferLines('contract_reserve', position, reserveCents),
    }),
  ]
}
