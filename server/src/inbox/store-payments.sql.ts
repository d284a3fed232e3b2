import type { Context } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { sql } from '../kernel/database/sql.ts'
import type { InboxSource } from './network-inbox.entity.ts'

/** A payment to store. The amount is a string, because a number in JSON may lose digits above 2^53. */
export interface NewPayment {
  id: string
  end_to_end_id: string
  txid: string | null
  amount_cents: string
  paid_at: Date
  raw: unknown
  correlation_id: string
  pix_account_id: string
}

/** Inserts the payments that are not known yet. Returns the number of new rows. */
export async function insertPayments(
  ctx: Context,
  payments: NewPayment[],
  source: InboxSource,
): Promise<number> {
  const stored = await sql<{ id: string }>(ctx, STORE, [JSON.stringify(payments), source, ctx.clock.now()])
  return stored.length
}

// The statement also looks for a payment in the table `payment`, because old inbox rows are deleted. A subselect for
// each payment forces an index lookup. With a join, the planner would scan the table `payment` while this table is
// small. The insert reads only `unknown`, because Citus cannot read a table and a stable function in an insert
// (decision 0987).
const STORE = prepared(`
  with unknown as materialized (
    select * from jsonb_to_recordset($1::jsonb)
      as given (id uuid, end_to_end_id text, txid text, amount_cents bigint, paid_at timestamptz, raw jsonb,
        correlation_id uuid, pix_account_id text)
    where (select p.id from payment p where p.end_to_end_id = given.end_to_end_id limit 1) is null)
  insert into network_inbox (id, kind, dedupe_key, end_to_end_id, txid, amount_cents, paid_at, raw, source, state, attempts,
    next_attempt_at, received_at, correlation_id, pix_account_id)
  select id, 'pix', end_to_end_id, end_to_end_id, txid, amount_cents, paid_at, raw, $2, 'waiting', 0, $3, $3,
    correlation_id, pix_account_id
  from unknown
  on conflict do nothing
  returning id`)
