import { escapeIdentifier, type Client } from 'pg'
import { Problem } from '../../kernel/problem.ts'
import type { Move } from './copy-merchant.sql.ts'
import { list, ofMerchant, type TablePlan } from './table-plan.sql.ts'

/**
 * Compares the number and the contents of the merchant's rows in both cells, except in tables that PSPs also write in
 * the target. Names of receiving accounts may differ. The source must be in a transaction with the snapshot that was
 * copied to the target.
 * @throws Problem conflict, reason `copy_differs`, naming the tables.
 */
export async function compareContents({ source, target, plan, merchantId }: Move): Promise<void> {
  const differing: string[] = []
  for (const table of plan.filter(({ merges }) => !merges)) {
    const [here, there] = await Promise.all([
      digestOf(source, table, merchantId),
      digestOf(target, table, merchantId),
    ])
    if (here !== there) differing.push(table.name)
  }
  if (differing.length > 0) refuse(differing)
}

async function digestOf(client: Client, table: TablePlan, merchantId: string): Promise<string> {
  const columns = table.columns.filter((column) => column !== 'pix_account_id')
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ':' || coalesce(sum(hashtextextended((row(${list(columns, 't')}))::text, 0)::numeric), 0) as digest
     from ${escapeIdentifier(table.name)} t where ${ofMerchant(table)}`,
    [merchantId],
  )
  return rows[0]?.digest ?? ''
}

/**
 * Compares the last entry, the number of entries among the last 1,000 and all balances of the ledger in both cells.
 * Also checks that the balances sum to zero.
 * @throws Problem conflict, reason `copy_differs`.
 */
export async function compareLedgers({ source, target, merchantId }: Move): Promise<void> {
  const [here, there] = await Promise.all([readLedger(source, merchantId), readLedger(target, merchantId)])
  if (here.state !== there.state || there.sum !== '0') refuse(['ledger_account'])
}

async function readLedger(client: Client, merchantId: string): Promise<{ state: string; sum: string }> {
  const { rows } = await client.query<{ state: string; sum: string }>(
    `select h.last_seq || ':' || encode(h.last_hash, 'hex') || ':' || h.last_posted_at || ':' ||
       (select count(*) from journal_entry e where e.merchant_id = $1 and e.seq > h.last_seq - 1000) || ':' ||
       (select string_agg(a.code || ' ' || a.balance_cents || ' ' || a.version, ',' order by a.code)
        from ledger_account a where a.merchant_id = $1) as state,
       (select sum(balance_cents)::text from ledger_account a where a.merchant_id = $1) as sum
     from ledger_head h where h.merchant_id = $1`,
    [merchantId],
  )
  if (!rows[0]) throw new Error(`BUG: readLedger: the merchant ${merchantId} has no ledger`)
  return rows[0]
}

function refuse(tables: readonly string[]): never {
  throw new Problem('conflict', {
    reason: 'copy_differs',
    fields: tables.map((path) => ({ path, code: 'not_allowed' })),
  })
}
