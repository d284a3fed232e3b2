import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { delayedBy } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import type { NetworkPix } from '../pix/provider.ts'
import type { InboxSource } from './network-inbox.entity.ts'
import { insertPayments, type NewPayment } from './store-payments.sql.ts'

/**
 * A payment that the PSP of an account reported, by default the account `default`. `correlationId` defaults to that of
 * the context.
 */
export type ReportedPayment = NetworkPix & { pixAccountId?: string; correlationId?: string }

/** Adds to each payment the account whose PSP reported it. */
export const reportedBy = (pixAccountId: string, payments: readonly NetworkPix[]): ReportedPayment[] =>
  payments.map((payment) => ({ ...payment, pixAccountId }))

/**
 * Stores payments and their returns in the inbox as the PSP reported them. `drainInbox` and `drainReturns` process
 * these rows later. Uses one SQL statement for the payments and one for the returns. Ignores payments and returns that
 * are already stored, from any source. Returns how many payments and returns were new.
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
  pix_account_id: payment.pixAccountId ?? DEFAULT_PIX_ACCOUNT,
})

/**
 * Stores the returns of payments in the inbox as they were reported. `drainReturns` processes them later. Each status
 * of a return has its own row. Returns how many rows are new.
 */
export async function storeReturns(
  ctx: Context,
  payments: ReportedPayment[],
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
    pix_account_id: payment.pixAccountId ?? DEFAULT_PIX_ACCOUNT,
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
 * The id is the last but one part of the key. The parts are counted from the end of the key, because the end-to-end id
 * before the last parts may contain colons.
 */
export const networkReturnId = (dedupeKey: 'dedupe_key' | 'n.dedupe_key') =>
  sql<string>`split_part(${sql.ref(dedupeKey)}, ':', -2)`

const POSTPONED_MS_MIN = 2_000
const POSTPONED_MS_MAX = 30_000

/**
 * Postpones messages (rows of the inbox) that a job did not try, and messages whose transaction the database
 * interrupted. The delay equals the time since the message was received, but is at least POSTPONED_MS_MIN and at most
 * POSTPONED_MS_MAX. A postponement does not count as an attempt. Skips messages that another process is recording.
 * Returns the number of postponed messages.
 */
export async function postponeMessages(ctx: Context, ids: readonly string[]): Promise<number> {
  const now = ctx.clock.now()
  const wait = sql`least(greatest(${now}::timestamptz - received_at, ${POSTPONED_MS_MIN}::float8 *
    interval '1 millisecond'), ${POSTPONED_MS_MAX}::float8 * interval '1 millisecond')`
  const postponed = await db(ctx)
    .updateTable('network_inbox')
    .set({ next_attempt_at: delayedBy(now, wait) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('network_inbox')
        .select('id')
        .where('id', '=', anyUuid(ids))
        .where('state', '=', 'waiting')
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return postponed.length
}
