import { plusMs } from '../kernel/clock.ts'
import type { LocalizedText } from '../kernel/values/localized-text.ts'

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

/**
 * The status transitions of a charge. Besides these transitions, only one other is allowed: a payment makes a `created`
 * charge paid (`canBePaid`).
 */
const TRANSITIONS: Record<ChargeStatus, readonly ChargeStatus[]> = {
  created: ['pending', 'failed'],
  pending: ['paid', 'expired', 'cancelled'],
  expired: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  cancelled: [],
  failed: [],
}

export const canMove = (from: ChargeStatus, to: ChargeStatus): boolean => TRANSITIONS[from].includes(to)

/** Returns whether a payment of the exact amount makes a charge with this status paid. */
export const canBePaid = (status: ChargeStatus): boolean => status === 'created' || canMove(status, 'paid')

/**
 * Returns whether the PSP has issued the charge. A charge whose issuance is not known (`created`) or was refused
 * (`failed`) has no BR Code.
 */
export const isIssued = ({ status }: { status: ChargeStatus }): boolean =>
  status !== 'created' && status !== 'failed'

/** Returns whether a charge with this status still waits for its issuance or for its payment. */
export const isOpen = (status: ChargeStatus): boolean => status === 'created' || status === 'pending'

/** The only stored status from which a charge can expire. */
export const OPEN = 'pending' satisfies ChargeStatus
export const OVER = 'expired' satisfies ChargeStatus

/**
 * The accepted delay of the job that expires charges, in milliseconds. If the job is later, readers already see the
 * charge as expired.
 */
const GRACE_MS = 5_000

/** Returns a point in time. A pending charge is overdue if its expiry time is before this point. */
export const overdueBefore = (now: Date): Date => plusMs(now, -GRACE_MS)

/**
 * Returns the status that readers see. This status is `expired` for a charge that is still stored as `pending` more
 * than GRACE_MS after its expiry time.
 */
export function statusAt(charge: { status: ChargeStatus; expiresAt: Date | null }, now: Date): ChargeStatus {
  const { status, expiresAt } = charge
  return status === OPEN && expiresAt !== null && expiresAt < overdueBefore(now) ? OVER : status
}

/**
 * The text for display of each failure code. A failure code is the reason of a refused issuance. The merchant API
 * contains the Portuguese text (`failure_message`).
 */
const FAILURE_TEXTS = {
  risk_refused: ['Emissão recusada pela análise de risco', 'Issuance refused by the risk analysis'],
  payer_incomplete: ['Dados do pagador incompletos', 'Incomplete payer details'],
  payer_invalid: ['Dados do pagador inválidos', 'Invalid payer details'],
  amount_over_limit: ['Valor acima do limite permitido', 'Amount above the allowed limit'],
  key_unavailable: ['Chave Pix do recebedor indisponível', 'The recipient’s Pix key is unavailable'],
  network_refused: ['Emissão recusada pela rede Pix', 'Issuance refused by the Pix network'],
} as const satisfies Readonly<Record<string, LocalizedText>>
export type FailureCode = keyof typeof FAILURE_TEXTS

export const FAILURE_CODES = [
  'risk_refused',
  'payer_incomplete',
  'payer_invalid',
  'amount_over_limit',
  'key_unavailable',
  'network_refused',
] as const satisfies readonly FailureCode[]

/** Returns the text for display of a refused issuance; null if the charge was not refused. */
export const failureTextOf = ({ failureCode }: { failureCode: FailureCode | null }): LocalizedText | null =>
  failureCode ? FAILURE_TEXTS[failureCode] : null
