import { plusMs } from '../kernel/clock.ts'

/** The PSP refuses to return a Pix that is older than this, in milliseconds. */
const REFUND_WINDOW_MS = 90 * 86_400_000

/** The facts that decide whether a charge can be refunded. */
export interface RefundFacts {
  status: string
  /** Null for an unpaid charge. */
  paidAt: Date | null
  isDisputed: boolean
  /** The part of the charge that has not been refunded and is not being refunded. */
  leftCents: bigint
}

export type RefundRefusal =
  'charge_not_refundable' | 'dispute_open' | 'refund_exceeds_remaining' | 'refund_window_expired'

/**
 * Returns why a refund of `amountCents` is refused, or null. If `amountCents` is null, the whole remaining amount is
 * refunded. It does not check the merchant's balance.
 */
export function refundRefusalOf(
  { status, paidAt, isDisputed, leftCents }: RefundFacts,
  amountCents: bigint | null,
  now: Date,
): RefundRefusal | null {
  if (paidAt === null || status === 'refunded') return 'charge_not_refundable'
  if (isDisputed) return 'dispute_open'
  if (leftCents === 0n || (amountCents ?? leftCents) > leftCents) return 'refund_exceeds_remaining'
  return now > plusMs(paidAt, REFUND_WINDOW_MS) ? 'refund_window_expired' : null
}
