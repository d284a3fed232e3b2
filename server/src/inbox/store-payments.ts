import type { Context } from '../kernel/context.ts'
import type { NetworkPix } from '../pix/provider.ts'
import type { InboxSource } from './network-inbox.entity.ts'
import { insertPayments, type NewPayment } from './store-payments.sql.ts'
import { storeReturns } from './store-returns.ts'

/** A payment that the network reported. `correlationId` is by default the id of the context. */
export type ReportedPayment = NetworkPix & { correlationId?: string }

/**
 * Stores payments and their returns in the inbox as they were reported. `drainInbox` and `drainReturns` process them
 * later. Uses one statement for the payments and one for the returns. Ignores payments and returns that are already
 * stored, from any source. Returns how many were new.
 */
export async function storePayments(
  ctx: Context,
  payments: ReportedPayment[],
  source: InboxSource,
): Promise<number> {
  if (payments.length === 0) return 0
  const now = ctx.clock.now()
  const rows = payments.map((payment) => toRow(ctx, payment, now))
  const stored = await insertPayments(ctx, rows, source)
  return stored + (await storeReturns(ctx, payments, source))
}

const toRow = (ctx: Context, payment: ReportedPayment, now: Date): NewPayment => ({
  id: ctx.ids.uuid(now),
  end_to_end_id: payment.endToEndId,
  txid: payment.txid ?? null,
  amount_cents: String(payment.amountCents),
  paid_at: payment.paidAt,
  raw: payment.raw,
  correlation_id: payment.correlationId ?? ctx.correlationId,
})
