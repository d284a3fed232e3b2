import { DEFAULT_PIX_ACCOUNT } from '../../pix/pix-accounts.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { recordListing } from '../../inbox/record-listing.ts'
import { storePayments } from '../../inbox/network-inbox.ts'
import { newEndToEndId } from './network-ids.ts'
import { toNetworkPix } from './network-records.ts'
import type { SandboxPix } from './sandbox-pix.entity.ts'

export type TestPayment = Pick<SandboxPix, 'txid' | 'amountCents' | 'payer'>

/**
 * Pays a charge of the test network, and reports the payment as the network does: by a callback, and in the list of
 * settled payments. `drainInbox` and `settleListed` then process these reports.
 */
export function receivePayment(ctx: Context, merchantId: string, payment: TestPayment): Promise<void> {
  return transaction(ctx, async (tx) => {
    const paidAt = tx.clock.now()
    const pix = { ...payment, endToEndId: newEndToEndId(tx, paidAt), paidAt }
    await db(tx)
      .insertInto('sandbox_pix')
      .values({
        end_to_end_id: pix.endToEndId,
        merchant_id: merchantId,
        txid: pix.txid,
        amount_cents: pix.amountCents,
        payer: pix.payer,
        paid_at: paidAt,
      })
      .execute()
    const reported = [toNetworkPix(pix)]
    await storePayments(tx, reported, 'callback')
    await recordListing(tx, DEFAULT_PIX_ACCOUNT, reported)
  })
}
