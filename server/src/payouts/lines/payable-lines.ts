import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * Selects the lines of a merchant whose amounts payouts transfer. These are all lines on `available`, except those that
 * payouts posted. Only entries of the types `gateway.external_payout`, `payout.reserved` and `payout.released`, and
 * their reversals, contain a payout id. `account_version` numbers the lines of the account in the order of posting.
 */
export const selectPayableLines = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_line')
    .where('merchant_id', '=', merchantId)
    .where('account_code', '=', 'available')
    .where('payout_id', 'is', null)
