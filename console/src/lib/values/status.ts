/** The statuses of a charge, in the order of its lifecycle. */
export const CHARGE_STATUSES = [
  'created',
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'expired',
  'cancelled',
  'failed',
] as const

export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/** The positions of a merchant's balance, in the order in which the console shows them. */
export const POSITIONS = [
  'pending',
  'available',
  'contract_reserve',
  'case_hold',
  'payout_reserved',
  'receivable',
] as const

export type Position = (typeof POSITIONS)[number]

/** The balance field of each position. The positions add up to the total balance. */
export const CENTS_OF = {
  pending: 'pendingCents',
  available: 'availableCents',
  contract_reserve: 'contractReserveCents',
  case_hold: 'blockedCents',
  payout_reserved: 'payoutReservedCents',
  receivable: 'receivableCents',
} as const satisfies Record<Position, string>

export const DELIVERY_STATUSES = ['pending', 'sending', 'succeeded', 'failed', 'skipped'] as const

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * The states of a delivery that the console shows: the statuses of a delivery, and `retrying` for a delivery that waits
 * for a retry.
 */
export const DELIVERY_STATES = ['pending', 'retrying', 'sending', 'succeeded', 'failed', 'skipped'] as const

export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const deliveryState = (delivery: { status: DeliveryStatus; retry: object | null }): DeliveryState =>
  delivery.retry === null ? delivery.status : 'retrying'

export type EndpointStatus = 'active' | 'disabled' | 'off'

/** Returns whether a charge still waits for its issuance or for its payment. */
export function isOpen(status: ChargeStatus): boolean {
  return status === 'created' || status === 'pending'
}

export function isUnderWay(status: DeliveryStatus): boolean {
  return status === 'pending' || status === 'sending'
}

/**
 * The states of an endpoint, as `WebhookEndpoint.stateAt` of the server defines them:
 * - `off`: permanently removed. `disabled`: gets no deliveries until a person enables it.
 * - `paused`: has failed repeatedly and gets no attempt until the pause ends.
 * - `failing`: the last counted attempt failed, and deliveries go on.
 * - `idle`: there was no attempt yet. `healthy`: the endpoint is in none of the other states.
 */
export type EndpointHealth = 'healthy' | 'failing' | 'paused' | 'disabled' | 'off' | 'idle'

/** Returns the most serious condition of an endpoint. */
export function endpointHealth(endpoint: {
  status: EndpointStatus
  pausedUntil: string | null
  consecutiveFailures: number
  lastSuccessAt: string | null
  lastFailureAt: string | null
}): EndpointHealth {
  if (endpoint.status !== 'active') return endpoint.status
  if (endpoint.pausedUntil !== null) return 'paused'
  if (endpoint.consecutiveFailures > 0) return 'failing'
  return endpoint.lastSuccessAt === null && endpoint.lastFailureAt === null ? 'idle' : 'healthy'
}

export type KeyStatus = 'active' | 'expired' | 'revoked'

/** Returns the status of an API key at the time `now`, in milliseconds. */
export function keyStatus(
  key: { revokedAt: string | null; expiresAt: string | null },
  now: number,
): KeyStatus {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? 'expired' : 'active'
}

/** The states of a payout, in the order of its lifecycle. */
export const PAYOUT_STATES = ['reserved', 'paid', 'given_back', 'reversed'] as const

export type PayoutState = (typeof PAYOUT_STATES)[number]

/** The kinds of case. The kind of a case is the reason why the case holds money. */
export const CASE_KINDS = ['dispute', 'held_payment', 'refund', 'block'] as const

export type CaseKind = (typeof CASE_KINDS)[number]

export const CASE_STATUSES = ['open', 'returned', 'released'] as const

export type CaseStatus = (typeof CASE_STATUSES)[number]

export type RefundStatus = 'processing' | 'completed' | 'failed'
