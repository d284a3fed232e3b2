import type { Position } from '../ledger/chart.ts'

/**
 * The kinds of rows. `journal`: a line of the merchant's statement. `network`: a payment or a return that the PSP lists
 * with the same amount as the service recorded. `difference`: a payment or a return that only the service or only the
 * PSP has, or whose values differ between the two. `payout`: a transfer to the merchant's bank account.
 */
export const ROW_KINDS = ['journal', 'network', 'difference', 'payout'] as const
export type RowKind = (typeof ROW_KINDS)[number]

/** A row of the reconciliation of a day. A row contains only values that never change. */
export interface ReconciliationRow {
  merchantId: string
  kind: RowKind
  /** When the entry was posted, or when the difference was found. */
  postedAt: Date
  /**
   * The date of the fact: for a payment according to the PSP, for a payout according to the bank. Null for a
   * difference.
   */
  economicAt: Date | null
  /** The type of the entry, or the kind of the difference. */
  eventType: string
  description: string | null
  journalId: string | null
  lineNo: number | null
  position: Position | null
  /**
   * An amount in centavos. `journal`: the change of the position. `network`: positive for a payment, negative for a
   * return. `payout`: positive for a transfer, negative for its reversal. `difference`: the amount at the PSP, or null.
   */
  amountCents: bigint | null
  /** For a difference: the amount that the service recorded, if any. */
  recordedCents: bigint | null
  isReversal: boolean
  paymentId: string | null
  chargeId: string | null
  orderReference: string | null
  endToEndId: string | null
  caseId: string | null
  payoutId: string | null
  /** The bank's reference of the transfer of a payout. */
  externalReference: string | null
}
