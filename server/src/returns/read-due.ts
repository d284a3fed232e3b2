import { findMovedPayments } from '../cells/forward/find-moved.ts'
import { forwardMessages } from '../cells/forward/forward-messages.ts'
import { anyText } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import type { LinkedContext } from '../kernel/other-cells.ts'

/** A due return of the inbox, with the payment that it refers to. */
export interface DueReturn {
  id: string
  endToEndId: string
  raw: unknown
  attempts: number
  /** The recorded payment; undefined while the payment is not recorded. */
  payment: { merchantId: string; id: string } | undefined
  /** The correlation id of the callback, request or job run that reported the return. */
  correlationId: string
}

/**
 * Reads due returns, the oldest first, with their payments. The merchant is read from the payment, because the PSP's
 * report of a return does not name the merchant. If the merchant of a payment has moved to another cell (database),
 * forwards the return to that cell.
 */
export async function readDue(ctx: LinkedContext, limit: number): Promise<DueReturn[]> {
  const rows = await db(ctx)
    .selectFrom('network_inbox')
    .select(['id', 'end_to_end_id as endToEndId', 'raw', 'attempts', 'correlation_id as correlationId'])
    .where('state', '=', 'waiting')
    .where('kind', '=', 'devolucao')
    .where('next_attempt_at', '<=', ctx.clock.now())
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const payments = await db(ctx)
    .selectFrom('payment')
    .select(['merchant_id as merchantId', 'id', 'end_to_end_id as endToEndId'])
    .where('end_to_end_id', '=', anyText(rows.map(({ endToEndId }) => endToEndId)))
    .execute()
  const paymentOf = new Map(payments.map((payment) => [payment.endToEndId, payment]))
  const unknown = rows.filter(({ endToEndId }) => !paymentOf.has(endToEndId))
  const moved = await findMovedPayments(
    ctx,
    unknown.map(({ endToEndId }) => endToEndId),
  )
  await forwardMessages(
    ctx,
    unknown.flatMap(({ id, endToEndId }) => {
      const to = moved.get(endToEndId)
      return to ? [[id, to] as const] : []
    }),
  )
  return rows
    .filter(({ endToEndId }) => !moved.has(endToEndId))
    .map((row) => ({
      ...row,
      payment: paymentOf.get(row.endToEndId),
      correlationId: row.correlationId ?? ctx.correlationId,
    }))
}
