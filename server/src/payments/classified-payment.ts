import type { Charge } from '../charges/charge.entity.ts'
import type { Sale } from './fee.ts'
import type { Classification } from '../charges/payment.entity.ts'

/** A payment as it is stored in the inbox. */
export interface InboxPayment {
  inboxId: string
  chargeId: string | undefined
  endToEndId: string
  txid: string | null
  amountCents: bigint
  paidAt: Date
}

/** A payment with its classification, and the sale or the case that results from it. */
export interface ClassifiedPayment extends InboxPayment {
  id: string
  classification: Classification
  charge: Charge | undefined
  /** Set for a primary payment only. */
  sale: Sale | undefined
  /** Set for a held payment only. */
  caseId: string | undefined
}
