import { z } from 'zod'
import { fault, Faults, text } from '../http/parse.ts'
import type { Context } from '../kernel/context.ts'

/** How a transfer is known at the bank, and when it left. */
export interface TransferMade {
  /** The bank's reference, 1 to 120 characters; unique for the merchant, for good. */
  externalReference: string
  /** Not in the future. */
  paidAt: Date
}

export interface PayoutAmount {
  /** Above zero. */
  amountCents: bigint
  /** Why it is made although payouts are suspended; without it they are not. 1 to 500 characters. */
  forceReason?: string | undefined
}

export interface ReservePayout extends PayoutAmount {
  /** 8 to 120 characters; the same for every try of one reservation, and never used for another. */
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

/** @throws Problem validation_error naming the fields. */
export function checkAmount({ amountCents, forceReason }: PayoutAmount): void {
  const faults = new Faults()
  faults.read(Amount, { amount_cents: amountCents, force_reason: forceReason })
  faults.throwIfAny()
}

/** @throws Problem validation_error naming the fields. */
export function checkReservation({ idempotencyKey, amountCents, forceReason }: ReservePayout): void {
  const faults = new Faults()
  faults.read(Reservation, {
    idempotency_key: idempotencyKey,
    amount_cents: amountCents,
    force_reason: forceReason,
  })
  faults.throwIfAny()
}

/** Digests what makes two reservations the same: the amount and the reason for forcing it. */
export function fingerprintOf(ctx: Context, { amountCents, forceReason }: ReservePayout): Buffer {
  const canonical = [amountCents.toString(), forceReason ?? null]
  return ctx.vault.fingerprint('reserve-payout', JSON.stringify(canonical))
}

/** @throws Problem validation_error naming the fields. */
export function checkTransfer({ externalReference, paidAt }: TransferMade, now: Date): void {
  const faults = new Faults()
  faults.read(Transfer(now), { external_reference: externalReference, paid_at: paidAt })
  faults.throwIfAny()
}
