import type { Tx } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { sql } from '../kernel/database/sql.ts'

/** Locks the ledger of a merchant. Its only error is SQLSTATE P0001, for an unknown merchant. */
export async function runLockLedger(tx: Tx, merchantId: string): Promise<void> {
  await sql(tx, LOCK, [merchantId])
}

const LOCK = prepared('select lock_ledger($1)')

interface PostedRow {
  journal_id: string
  entry_seq: bigint
  replayed: boolean
}

/** Posts a batch of entries with their lines. Returns one row per entry, in the given order. */
export const runPostEntries = (
  tx: Tx,
  merchantId: string,
  postedAt: Date,
  batch: readonly object[],
): Promise<PostedRow[]> => sql<PostedRow>(tx, POST, [merchantId, postedAt, JSON.stringify(batch)])

const POST = prepared('select journal_id, entry_seq, replayed from post_entries($1, $2, $3) order by ordinal')
