import type { FailureCode } from '../../src/charges/failure.ts'

/** A charge of a bulk load. */
export interface BulkCharge {
  n: number
  id: string
  status: 'pending' | 'paid' | 'expired' | 'cancelled' | 'failed'
  amountCents: bigint
  createdAt: Date
}

export const FEE_BPS = 200
export const TERMS = { feePercentBps: FEE_BPS, feeFixedCents: 0n, reserveBps: 0 }

const HOUR_MS = 3_600_000
/** How long after its creation a charge is paid, or cancelled. */
export const PAID_AFTER_MS = 60_000

/** How long a charge is payable. */
export const LIFE_MS = {
  paid: HOUR_MS,
  pending: 400 * 24 * HOUR_MS,
  expired: 30_000,
  cancelled: HOUR_MS,
  failed: 0,
} as const satisfies Record<BulkCharge['status'], number>

/** Why the failed ones failed. */
export const FAILURE: FailureCode = 'payer_incomplete'

/** The end-to-end id of a bulk charge's payment: 32 characters. */
export const endToEndIdOf = (chargeId: string): string => `E${chargeId.replaceAll('-', '').slice(-31)}`

export const orderOf = (merchantId: string, n: number): string => `carga-${merchantId.slice(-6)}-${n}`
