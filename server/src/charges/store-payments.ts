import { storeReturns } from '../cases/store-returns.ts'
import type { Context } from '../kernel/context.ts'
import { prepared } from '../kernel/prepared.ts'
import { sql } from '../kernel/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'

export type InboxSource = 'callback' | 'sweep' | 'issuance'

/**
 * Keeps payments as they came, to be recorded in a moment: one statement, whatever their number, and one more for what
 * was returned of them. What came before, by whatever way, changes nothing. Answers how many are new.
 */
export async function storePayments(
  ctx: Context,
  payments: NetworkPix[],
  source: InboxSource,
): Promise<number> {
  if (payments.length === 0) return 0
  const now = ctx.clock.now()
  const stored = await sql(ctx, STORE, [
    payments.map(() => ctx.ids.uuid(now)),
    payments.map((payment) => payment.endToEndId),
    payments.map((payment) => payment.txid ?? null),
    payments.map((payment) => payment.amountCents),
    payments.map((payment) => payment.paidAt),
    payments.map((payment) => JSON.stringify(payment.raw)),
    source,
    now,
  ])
  return stored.length + (await storeReturns(ctx, payments, source))
}

// A payment outlives its row in the inbox, which is dropped in the end: whatever comes so late is known by the payment.
const STORE = prepared(`
  insert into network_inbox (id, kind, dedupe_key, end_to_end_id, txid, amount_cents, paid_at, raw, source, state, attempts,
    next_attempt_at, received_at)
  select id, 'pix', end_to_end_id, end_to_end_id, txid, amount_cents, paid_at, raw::jsonb, $7, 'waiting', 0, $8, $8
  from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::text[])
    as given (id, end_to_end_id, txid, amount_cents, paid_at, raw)
  where not exists (select from payment p where p.end_to_end_id = given.end_to_end_id)
  on conflict do nothing
  returning id`)
