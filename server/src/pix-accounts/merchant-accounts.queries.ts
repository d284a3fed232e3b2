import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'

/**
 * Builds a query for the active accounts of a merchant (alias `a`), with their positions in the merchant's list of
 * accounts (alias `l`). A merchant without such a list has only the account `default`.
 */
export const activeAccountsOf = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('pix_account as a')
    .leftJoin('merchant_pix_account as l', (join) =>
      join.onRef('l.pix_account_id', '=', 'a.id').on('l.merchant_id', '=', merchantId),
    )
    .where('a.state', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('l.position', 'is not', null),
        eb('a.id', '=', DEFAULT_PIX_ACCOUNT).and(
          eb.not(
            eb.exists(
              eb
                .selectFrom('merchant_pix_account as own')
                .select('own.position')
                .where('own.merchant_id', '=', merchantId),
            ),
          ),
        ),
      ]),
    )

/** The largest amount that the active accounts of a merchant accept. */
export interface AmountLimit {
  /** False if the merchant has no active account. */
  isOpen: boolean
  /** The largest accepted amount, in centavos. Null means no limit. */
  limitCents: bigint | null
}

/** Returns whether an active account accepts the amount. Returns true if there is no active account. */
export const acceptsAmount = ({ isOpen, limitCents }: AmountLimit, amountCents: bigint): boolean =>
  !isOpen || limitCents === null || amountCents <= limitCents

/** Returns the largest amount of a charge that the active accounts of the merchant accept. */
export const readChargeLimit = (ctx: Context, merchantId: string): Promise<AmountLimit> =>
  readLimit(ctx, merchantId, 'charge_ceiling_cents')

/** Returns the largest amount of a payout that the active accounts of the merchant allow. */
export const readPayoutLimit = (ctx: Context, merchantId: string): Promise<AmountLimit> =>
  readLimit(ctx, merchantId, 'payout_ceiling_cents')

async function readLimit(
  ctx: Context,
  merchantId: string,
  column: 'charge_ceiling_cents' | 'payout_ceiling_cents',
): Promise<AmountLimit> {
  const row = await activeAccountsOf(ctx, merchantId)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<boolean>`coalesce(bool_or(${eb.ref(`a.${column}`)} is null), false)`.as('isUnlimited'),
      eb.fn.max<bigint | null>(`a.${column}`).as('largest'),
    ])
    .executeTakeFirstOrThrow()
  return { isOpen: row.count > 0n, limitCents: row.isUnlimited ? null : row.largest }
}
