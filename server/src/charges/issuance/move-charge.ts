import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { activeAccountsOf } from '../../pix-accounts/merchant-accounts.queries.ts'
import type { WithPix } from '../../pix/pix-accounts.ts'
import type { Charge } from '../charge.entity.ts'

/**
 * How long, in milliseconds, no other process works on a new charge, because the call that creates the charge may still
 * be running. This lease is longer than the call's requests to one PSP may take, including the token request. The lease
 * begins again when the call tries the PSP of another receiving account.
 */
export const ISSUING_LEASE_MS = 15_000

/** A charge while the call that creates it is still running. */
export type IssuingCharge = Pick<Charge, 'merchantId' | 'id' | 'issuingUntil' | 'pixAccountId'>

/**
 * Moves a charge to the next of the merchant's receiving accounts that is active, accepts the amount, and is not
 * avoided. Commits this change before the PSP of the new account gets a request. The caller must know that the charge
 * was created at no receiving account in `tried`. Returns the charge with its new receiving account and lease. Returns
 * undefined if there is no such account, or if the lease of the call has ended. The charge then stays at its receiving
 * account, where another process may already have created it.
 */
export async function moveToNextAccount(
  ctx: Context & WithPix,
  charge: IssuingCharge,
  amountCents: bigint,
  tried: readonly string[],
): Promise<IssuingCharge | undefined> {
  const excluded = [...tried, ...(await ctx.pix.avoided())]
  const next = await activeAccountsOf(ctx, charge.merchantId)
    .select('a.id')
    .where('a.id', 'not in', excluded)
    .where((eb) =>
      eb.or([eb('a.charge_ceiling_cents', 'is', null), eb('a.charge_ceiling_cents', '>=', amountCents)]),
    )
    .orderBy('l.position')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const now = ctx.clock.now()
  const issuingUntil = plusMs(now, ISSUING_LEASE_MS)
  const moved = await db(ctx)
    .updateTable('charge')
    .set({
      pix_account_id: next.id,
      issuing_until: issuingUntil,
      next_check_at: issuingUntil,
      updated_at: now,
    })
    .where('merchant_id', '=', charge.merchantId)
    .where('id', '=', charge.id)
    .where('status', '=', 'created')
    .where('pix_account_id', '=', charge.pixAccountId)
    .where('issuing_until', '=', charge.issuingUntil)
    .where('issuing_until', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return undefined
  ctx.log.warn(
    { charge_id: charge.id, from: charge.pixAccountId, to: next.id },
    'the PSP of an account created nothing; the charge moves to another account',
  )
  return { ...charge, pixAccountId: next.id, issuingUntil }
}
