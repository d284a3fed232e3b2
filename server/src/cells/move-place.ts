import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { addKeys } from './add-keys.ts'
import type { CellMerchant } from './cell-merchant.entity.ts'
import { ensureCell } from './ensure-cell.ts'
import { nextVersion } from './next-version.ts'

/**
 * Marks a merchant as moving to another cell. Processes refuse the merchant's calls as soon as they have read the
 * change. A repeated call for the same cell changes nothing.
 * @throws Problem conflict, reason `merchant_is_moving`: to another cell; `same_cell`: the merchant is in this cell.
 */
export function startMove(control: Context, merchantId: string, cellId: string): Promise<void> {
  return change(control, merchantId, async (place, tx) => {
    await ensureCell(tx, cellId)
    if (place.movingTo !== null && place.movingTo !== cellId)
      throw new Problem('conflict', { reason: 'merchant_is_moving' })
    if (place.cellId === cellId) throw new Problem('conflict', { reason: 'same_cell' })
    return { state: 'moving', moving_to: cellId }
  })
}

/**
 * Ends a move: from now on, the merchant and its keys belong to the cell to which the merchant was moving. `hashes` are
 * those of all keys of the merchant.
 * @throws Problem conflict, reason `merchant_is_not_moving`.
 */
export function endMove(control: Context, merchantId: string, hashes: readonly Buffer[]): Promise<void> {
  return change(control, merchantId, async ({ movingTo }, tx, version) => {
    if (movingTo === null) throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    await addKeys(tx, { merchantId, hashes, version })
    return { cell_id: movingTo, state: 'active', moving_to: null }
  })
}

/** Ends a move without a change: the merchant stays in its cell. Does nothing for a merchant who is not moving. */
export const abortMove = (control: Context, merchantId: string): Promise<void> =>
  change(control, merchantId, () => ({ state: 'active', moving_to: null }))

type Place = Pick<CellMerchant, 'cellId' | 'movingTo'>
interface Change {
  cell_id?: string
  state: 'active' | 'moving'
  moving_to: string | null
}

/** Changes the place of a merchant. A merchant without a place gets the place `main` first. */
function change(
  control: Context,
  merchantId: string,
  decide: (place: Place, tx: Tx, version: bigint) => Change | Promise<Change>,
): Promise<void> {
  return transaction(control, async (tx) => {
    const version = await nextVersion(tx)
    const now = tx.clock.now()
    await db(tx)
      .insertInto('cell_merchant')
      .values({ merchant_id: merchantId, cell_id: MAIN_CELL, state: 'active', version, updated_at: now })
      .onConflict((conflict) => conflict.column('merchant_id').doNothing())
      .execute()
    const place = await db(tx)
      .selectFrom('cell_merchant')
      .select(['cell_id as cellId', 'moving_to as movingTo'])
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow()
    const changed = await decide(place, tx, version)
    await db(tx)
      .updateTable('cell_merchant')
      .set({ ...changed, version, updated_at: now })
      .where('merchant_id', '=', merchantId)
      .execute()
  })
}
