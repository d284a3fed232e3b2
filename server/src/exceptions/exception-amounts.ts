import type { ReconciliationException } from './exception.entity.ts'

/**
 * The two amounts that a difference compares, in centavos. A received payment is positive, and a return to the payer is
 * negative. An amount is zero if its side, the ledger or the network, has no record.
 */
export interface ExceptionAmounts {
  recordedCents: bigint
  networkCents: bigint
}

/** Returns the amounts that an exception compares; null if its details contain no amount. */
export function amountsOf({
  kind,
  details,
}: Pick<ReconciliationException, 'kind' | 'details'>): ExceptionAmounts | null {
  const recorded = centsIn(details['recorded_cents'])
  const network = centsIn(details['network_cents'] ?? details['listed_cents'] ?? details['received_cents'])
  if (recorded === null && network === null) return null
  const isReturn = kind === 'return_differs' || kind === 'return_not_recorded'
  const sign = isReturn ? -1n : 1n
  // `return_not_recorded` stores the amount that was requested, but the ledger has not recorded the return.
  const isRecorded = kind !== 'return_not_recorded' && kind !== 'payment_not_recorded'
  return {
    recordedCents: isRecorded ? sign * (recorded ?? 0n) : 0n,
    networkCents: sign * (network ?? 0n),
  }
}

/** Parses an amount. Returns null for an absent amount, which the details store as `absent`. */
const centsIn = (value: string | undefined): bigint | null =>
  value !== undefined && /^\d+$/.test(value) ? BigInt(value) : null
