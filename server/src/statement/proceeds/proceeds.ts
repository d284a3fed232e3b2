import type { Charge } from '../../charges/charge.entity.ts'
import type { Payment } from '../../charges/payment.entity.ts'
import type { ChargeLine } from '../statement.queries.ts'
import type { PaidOutPart } from './paid-out.queries.ts'

const DAY_MS = 86_400_000

/**
 * The merchant's money from a paid charge: the amounts, the positions that contain them, and the times at which they
 * reach the bank account.
 */
export interface Proceeds {
  /** The part of the fee that the service keeps. */
  feeCents: bigint
  /**
   * The amount that the merchant finally gets if no further case takes money: the charge's amount minus fee, returned
   * amount and blocked amount. This amount equals the pending, reserved and available money, whether paid out or not,
   * minus a debt from the charge.
   */
  payableCents: bigint
  pendingCents: bigint
  /**
   * When the pending money becomes available by the terms of the charge, provided that the PSP has settled the payment.
   */
  availableAt: Date
  /** When the service recorded that the PSP settled the payment. */
  settledAt: Date | null
  reserveCents: bigint
  /** When the reserve is released by the terms of the charge. */
  reserveReleasedAt: Date
  /** The merchant's money that open cases of the charge block. */
  blockedCents: bigint
  /**
   * The money of the charge that became available, minus debits such as refunds. The amount is negative when the debits
   * exceed that money.
   */
  availableCents: bigint
  /** When money of the charge first became available. */
  becameAvailableAt: Date | null
  /** The part of `availableCents` that no payout has transferred yet. */
  awaitingPayoutCents: bigint
  paidOut: PaidOutPart[]
}

type ChargeTerms = Pick<
  Charge,
  'paidAt' | 'pendingLeftCents' | 'reserveLeftCents' | 'feeLeftCents' | 'settlementDelayDays' | 'reserveDays'
>

/** Computes the proceeds of a charge from its lines. Returns null for an unpaid charge. */
export function proceedsOf(
  charge: ChargeTerms,
  sources: {
    lines: readonly Pick<ChargeLine, 'position' | 'amountCents' | 'eventType' | 'postedAt'>[]
    payments: readonly Pick<Payment, 'classification' | 'settledAt'>[]
    cases: readonly { status: string; heldCents: bigint }[]
    paidOut: PaidOutPart[]
  },
): Proceeds | null {
  if (charge.paidAt === null) return null
  const { lines, payments, cases, paidOut } = sources
  const sumOf = (wanted: string): bigint =>
    lines.reduce((sum, { position, amountCents }) => (position === wanted ? sum + amountCents : sum), 0n)
  const availableCents = sumOf('available')
  const firstAvailable = lines.find(
    ({ position, amountCents }) => position === 'available' && amountCents > 0n,
  )
  const paidOutCents = paidOut.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const { pendingLeftCents: pendingCents, reserveLeftCents: reserveCents } = charge
  const paidAtMs = charge.paidAt.getTime()
  return {
    feeCents: charge.feeLeftCents,
    payableCents: pendingCents + reserveCents + availableCents + sumOf('receivable'),
    pendingCents,
    availableAt: new Date(paidAtMs + charge.settlementDelayDays * DAY_MS),
    settledAt: payments.find(({ classification }) => classification === 'primary')?.settledAt ?? null,
    reserveCents,
    reserveReleasedAt: new Date(paidAtMs + charge.reserveDays * DAY_MS),
    blockedCents: cases
      .filter(({ status }) => status === 'open')
      .reduce((sum, { heldCents }) => sum + heldCents, 0n),
    availableCents,
    becameAvailableAt: firstAvailable?.postedAt ?? null,
    awaitingPayoutCents: availableCents - paidOutCents,
    paidOut,
  }
}
