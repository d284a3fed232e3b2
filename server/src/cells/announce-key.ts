import { transaction, type Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { addKeys } from './add-keys.ts'
import { nextVersion } from './next-version.ts'

/**
 * Adds a key to the directory, unless the directory already contains it. `control` is a context on the database of the
 * directory. Does nothing for a merchant who is not in the directory, because all keys of such a merchant are in the
 * cell `main`.
 */
export function announceKey(
  control: Context,
  { merchantId, hash }: { merchantId: string; hash: Buffer },
): Promise<void> {
  return transaction(control, async (tx) => {
    const version = await nextVersion(tx)
    const place = await db(tx)
      .selectFrom('cell_merchant')
      .select('merchant_id')
      .where('merchant_id', '=', merchantId)
      .executeTakeFirst()
    if (!place) return
    await addKeys(tx, { merchantId, hashes: [hash], version })
  })
}
