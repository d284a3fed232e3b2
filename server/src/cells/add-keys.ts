import type { Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'

/** Adds keys of a merchant to the directory, except the keys that the directory already contains. */
export async function addKeys(
  tx: Tx,
  { merchantId, hashes, version }: { merchantId: string; hashes: readonly Buffer[]; version: bigint },
): Promise<void> {
  if (hashes.length === 0) return
  await db(tx)
    .insertInto('cell_api_key')
    .values(hashes.map((hash) => ({ hash, merchant_id: merchantId, version })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}
