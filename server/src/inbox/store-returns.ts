import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { NetworkPix } from '../pix/provider.ts'
import type { InboxSource } from './network-inbox.entity.ts'

/**
 * Stores the returns of payments in the inbox as they were reported. `drainReturns` processes them later. Each status
 * of a return has its own row. Returns how many rows are new.
 */
export async function storeReturns(
  ctx: Context,
  payments: (NetworkPix & { correlationId?: string })[],
  source: InboxSource,
): Promise<number> {
  const returns = payments.flatMap((payment) => payment.returns.map((item) => ({ payment, item })))
  if (returns.length === 0) return 0
  const now = ctx.clock.now()
  const rows = returns.map(({ payment, item }) => ({
    id: ctx.ids.uuid(now),
    kind: 'devolucao' as const,
    dedupe_key: `${payment.endToEndId}:${item.id}:${item.status}`,
    end_to_end_id: payment.endToEndId,
    amount_cents: item.amountCents,
    paid_at: payment.paidAt,
    raw: JSON.stringify(item.raw),
    source,
    state: 'waiting' as const,
    attempts: 0,
    next_attempt_at: now,
    received_at: now,
    correlation_id: payment.correlationId ?? ctx.correlationId,
  }))
  const stored = await db(ctx)
    .insertInto('network_inbox')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return stored.length
}

/**
 * Returns the SQL expression that extracts the network's id of a return from the column `dedupe_key` of an inbox row.
 * The id is the last but one part of the key. It is counted from the end, because the end-to-end id before it may
 * contain colons.
 */
export const networkReturnId = (dedupeKey: 'dedupe_key' | 'n.dedupe_key') =>
  sql<string>`split_part(${sql.ref(dedupeKey)}, ':', -2)`
