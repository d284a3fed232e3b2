/** Every state of a charge, in the order of its life. */
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

/** A state of a charge. */
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/** Every part of a merchant's balance, in the order money passes through them. */
export const POSITIONS = [
  'pending',
  'available',
  'contract_reserve',
  'case_hold',
  'payout_reserved',
  'receivable',
] as const

/** A part of a merchant's balance. */
export type Position = (typeof POSITIONS)[number]

/** Where the positions as of a moment hold each of them; all of them make the total. */
export const CENTS_OF = {
  pending: 'pendingCents',
  available: 'availableCents',
  contract_reserve: 'contractReserveCents',
  case_hold: 'blockedCents',
  payout_reserved: 'payoutReservedCents',
  receivable: 'receivableCents',
} as const satisfies Record<Position, string>

/** Every state of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'sending', 'succeeded', 'failed', 'skipped'] as const

/** A state of a delivery. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** A state of a webhook endpoint. */
export type EndpointStatus = 'active' | 'disabled' | 'off'

/** True while a charge can still change by itself, so that a page about it keeps asking. */
export function isOpen(status: ChargeStatus): boolean {
  return status === 'created' || status === 'pending'
}

/** True while a delivery is still under way. */
export function isUnderWay(status: DeliveryStatus): boolean {
  return status === 'pending' || status === 'sending'
}

/** How an endpoint is doing, from what the server says about it. */
export type EndpointHealth = 'healthy' | 'failing' | 'paused' | 'disabled' | 'off' | 'idle'

/** One word for an endpoint: what a person must know first wins. */
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

/** A key that works, one past its end, or one taken back. */
export type KeyStatus = 'active' | 'expired' | 'revoked'

/** The state of a key at a moment, in milliseconds. */
export function keyStatus(
  key: { revokedAt: string | null; expiresAt: string | null },
  now: number,
): KeyStatus {
  if (key.revokedAt !== null) return 'revoked'
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? 'expired' : 'active'
}

/** Every state of a payout, in the order of its life. */
export const PAYOUT_STATES = ['reserved', 'paid', 'given_back', 'reversed'] as const

/** A state of a payout. */
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** Every kind of case: why money is held. */
export const CASE_KINDS = ['dispute', 'held_payment', 'refund', 'block'] as const

/** A kind of case. */
export type CaseKind = (typeof CASE_KINDS)[number]

/** Every state of a case. */
export const CASE_STATUSES = ['open', 'returned', 'released'] as const

/** A state of a case. */
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** A state of a refund. */
export type RefundStatus = 'processing' | 'completed' | 'failed'
