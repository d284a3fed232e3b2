import { storeReturns } from './store-returns.ts'
import type { Context } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { sql } from '../kernel/database/sql.ts'
import type { NetworkPix } from '../pix/provider.ts'

export type InboxSource = 'callback' | 'sweep' | 'issuance'

/**
 * Stores payments and their returns in the inbox as the network sent them; `drainInbox` and `drainReturns` process them
 * later. Takes one statement for the payments and one for the returns. Ignores payments and returns that are known
 * already, from any source. Returns how many are new.
 */
export async function storePayments(
  ctx: Context,
  payments: NetworkPix[],
  source: InboxSource,
): Promise<number> {
  if (payments.length === 0) return 0
  const now = ctx.clock.now()
  const stored = await sql(ctx, STORE, [
    JSON.stringify(payments.map((payment) => toRow(payment, ctx.ids.uuid(now)))),
    source,
    now,
  ])
  return stored.length + (await storeReturns(ctx, payments, source))
}

const toRow = ({ endToEndId, txid, amountCents, paidAt, raw }: NetworkPix, id: string) => ({
  id,
  end_to_end_id: endToEndId,
  txid: txid ?? null,
  amount_cents: String(amountCents),
  paid_at: paidAt,
  raw,
})

// Inbox rows are deleted after the retention time, so a late repetition is found in table payment only.
// A subselect for each payment forces an index lookup. As a join, the planner would scan a small payment table.
const STORE = prepared(`
  insert into network_inbox (id, kind, dedupe_key, end_to_end_id, txid, amount_cents, paid_at, raw, source, state, attempts,
    next_attempt_at, received_at)
  select id, 'pix', end_to_end_id, end_to_end_id, txid, amount_cents, paid_at, raw, $2, 'waiting', 0, $3, $3
  from jsonb_to_recordset($1::jsonb)
    as given (id uuid, end_to_end_id text, txid text, amount_cents bigint, paid_at timestamptz, raw jsonb)
  where (select p.id from payment p where p.end_to_end_id = given.end_to_end_id limit 1) is null
  on conflict do nothing
  returning id`)
