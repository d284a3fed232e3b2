import { z } from 'zod'
import { fault, Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import type { Context } from '../kernel/context.ts'

/** A transfer that was made at the bank. */
export interface TransferMade {
  /**
   * The bank's reference, 1 to 120 characters. A merchant's payouts all have different references; a reversed payout
   * keeps its reference.
   */
  externalReference: string
  /** The time of the transfer, which must not be in the future. */
  paidAt: Date
}

export interface PayoutAmount {
  /** The amount of the payout, above zero. */
  amountCents: bigint
  /**
   * The reason for paying although payouts are suspended, 1 to 500 characters. Without a reason, a payout is refused
   * while payouts are suspended.
   */
  forceReason?: string | undefined
}

export interface ReservePayout extends PayoutAmount {
  /**
   * The idempotency key, 8 to 120 characters. Use the same key for all attempts at one reservation, and another key for
   * every other reservation.
   */
  idempotencyKey: string
}

const AMOUNT_CENTS_MAX = 10n ** 18n - 1n

const Amount = z.object({
  amount_cents: z
    .bigint()
    .refine((value) => value > 0n && value <= AMOUNT_CENTS_MAX, { params: fault('out_of_range') }),
  force_reason: text(1, 500).optional(),
})

const Reservation = Amount.extend({ idempotency_key: text(8, 120) })

const Transfer = (now: Date) =>
  z.object({
    external_reference: text(1, 120),
    paid_at: z.date().refine((value) => value <= now, { params: fault('out_of_range') }),
  })

/** Checks the amount and the force reason. @throws Problem validation_error with the invalid fields. */
export function checkAmount({ amountCents, forceReason }: PayoutAmount): void {
  const faults = new Faults()
  faults.read(Amount, { amount_cents: amountCents, force_reason: forceReason })
  faults.throwIfAny()
}

/** Checks the input of a reservation. @throws Problem validation_error with the invalid fields. */
export function checkReservation({ idempotencyKey, amountCents, forceReason }: ReservePayout): void {
  const faults = new Faults()
  faults.read(Reservation, {
    idempotency_key: idempotencyKey,
    amount_cents: amountCents,
    force_reason: forceReason,
  })
  faults.throwIfAny()
}

/** Returns the idempotency fingerprint of a reservation: a keyed hash of the amount and the force reason. */
export function fingerprintOf(ctx: Context, { amountCents, forceReason }: ReservePayout): Buffer {
  const canonical = [amountCents.toString(), forceReason ?? null]
  return ctx.vault.fingerprint('reserve-payout', JSON.stringify(canonical))
}

/** Checks the data of a transfer. @throws Problem validation_error with the invalid fields. */
export function checkTransfer({ externalReference, paidAt }: TransferMade, now: Date): void {
  const faults = new Faults()
  faults.read(Transfer(now), { external_reference: externalReference, paid_at: paidAt })
  faults.throwIfAny()
}
