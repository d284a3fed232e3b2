import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'

/**
 * Stores the returns of payments in the inbox as the network sent them; `drainReturns` processes them later. Each
 * status of a return gets its own row. Returns how many rows are new.
 */
export async function storeReturns(ctx: Context, payments: NetworkPix[], source: string): Promise<number> {
  const returns = payments.flatMap((payment) => payment.returns.map((item) => ({ payment, item })))
  if (returns.length === 0) return 0
  const now = ctx.clock.now()
  const stored = await sql(ctx, STORE, [
    returns.map(() => ctx.ids.uuid(now)),
    returns.map(({ payment, item }) => `${payment.endToEndId}:${item.id}:${item.status}`),
    returns.map(({ payment }) => payment.endToEndId),
    returns.map(({ item }) => item.amountCents),
    returns.map(({ payment }) => payment.paidAt),
    returns.map(({ item }) => JSON.stringify(item.raw)),
    source,
    now,
  ])
  return stored.length
}

const STORE = `
  insert into network_inbox (id, kind, dedupe_key, end_to_end_id, amount_cents, paid_at, raw, source, state, attempts,
    next_attempt_at, received_at)
  select id, 'devolucao', dedupe_key, end_to_end_id, amount_cents, paid_at, raw::jsonb, $7, 'waiting', 0, $8, $8
  from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::text[])
    as given (id, dedupe_key, end_to_end_id, amount_cents, paid_at, raw)
  on conflict do nothing
  returning id`
