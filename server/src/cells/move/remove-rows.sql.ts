import { escapeIdentifier, type Client } from 'pg'
import { list, ofMerchant, type TablePlan } from './table-plan.sql.ts'

const BATCH_ROWS = 5_000

/**
 * Deletes all rows of the merchant, in batches, children before their parents. Returns the number of rows. The caller
 * must have stopped the log of changes.
 */
export async function removeRows(
  client: Client,
  plan: readonly TablePlan[],
  merchantId: string,
): Promise<number> {
  let removed = 0
  for (const name of ['event_unsequenced', 'merchant_pix_account', 'job_failure'])
    await client.query(`delete from ${escapeIdentifier(name)} where merchant_id = $1`, [merchantId])
  for (const { name, later = [] } of plan)
    for (const column of later)
      await client.query(
        `update ${escapeIdentifier(name)} set ${escapeIdentifier(column)} = null where id = $1`,
        [merchantId],
      )
  for (const table of plan.toReversed()) {
    if (table.merges) await releaseWaiting(client, table, merchantId)
    removed += await removeOfTable(client, table, merchantId)
  }
  return removed
}

/** Sets the merchant of unprocessed rows to null, so that they are not deleted. A job forwards these rows later. */
async function releaseWaiting(
  client: Client,
  { name, merges }: TablePlan,
  merchantId: string,
): Promise<void> {
  const owner = (merges?.owner ?? []).map((column) => `${escapeIdentifier(column)} = null`)
  await client.query(
    `update ${escapeIdentifier(name)} set ${owner.join(', ')} where merchant_id = $1 and state = 'waiting'`,
    [merchantId],
  )
}

async function removeOfTable(client: Client, table: TablePlan, merchantId: string): Promise<number> {
  const name = escapeIdentifier(table.name)
  const order = (table.order ?? table.key).map((column) => `t.${escapeIdentifier(column)} desc`).join(', ')
  let removed = 0
  for (;;) {
    const { rowCount } = await client.query(
      `delete from ${name} where (${list(table.key)}) in (
         select ${list(table.key, 't')} from ${name} t where ${ofMerchant(table)} order by ${order} limit ${BATCH_ROWS})`,
      [merchantId],
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH_ROWS) return removed
  }
}

/** Keeps the ids of the merchant's charges and payments, and the hashes of its entries, before they are deleted. */
export async function keepReferences(client: Client, merchantId: string): Promise<void> {
  await client.query(
    `insert into moved_charge (charge_id, merchant_id) select id, merchant_id from charge where merchant_id = $1
     on conflict do nothing`,
    [merchantId],
  )
  await client.query(
    `insert into moved_payment (end_to_end_id, merchant_id) select end_to_end_id, merchant_id from payment
     where merchant_id = $1 on conflict do nothing`,
    [merchantId],
  )
  await client.query(
    `insert into moved_entry (merchant_id, seq, hash) select merchant_id, seq, hash from journal_entry
     where merchant_id = $1 on conflict do nothing`,
    [merchantId],
  )
}

/** Deletes the references of a merchant who has returned to the cell. */
export async function forgetReferences(client: Client, merchantId: string): Promise<void> {
  for (const name of ['moved_charge', 'moved_payment', 'moved_entry'])
    await client.query(`delete from ${escapeIdentifier(name)} where merchant_id = $1`, [merchantId])
}
