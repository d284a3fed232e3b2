import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { addKeys } from './add-keys.ts'
import type { PlaceState } from './cell-merchant.entity.ts'
import { ensureCell } from './ensure-cell.ts'
import { nextVersion } from './next-version.ts'

/** The place of a merchant who may move. */
export interface Moving {
  cellId: string
  state: PlaceState
  /** The cell to which the merchant moves. Equal to `cellId` after the switch. Null if the merchant does not move. */
  movingTo: string | null
  /** The version of the directory that changed the place. */
  version: bigint
}

/** Returns the place of a merchant. A merchant without a place is in the cell `main`. */
export async function findMoving(control: Context, merchantId: string): Promise<Moving> {
  const found = await db(control)
    .selectFrom('cell_merchant')
    .select(COLUMNS)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return found ?? { cellId: MAIN_CELL, state: 'active', movingTo: null, version: 0n }
}

/**
 * Begins the move of a merchant to another cell. The merchant works while its rows are copied. A repeated call for the
 * same cell also takes the merchant out of the freeze, if the merchant was not switched.
 * @throws Problem conflict, reason `merchant_is_moving`: to another cell, or already switched; `same_cell`.
 */
export function startMove(control: Context, merchantId: string, cellId: string): Promise<bigint> {
  return change(control, merchantId, async (place, tx) => {
    await ensureCell(tx, cellId)
    if (place.movingTo !== null && (place.movingTo !== cellId || isSwitched(place)))
      throw new Problem('conflict', { reason: 'merchant_is_moving' })
    if (place.cellId === cellId) throw new Problem('conflict', { reason: 'same_cell' })
    return { state: 'copying', moving_to: cellId }
  })
}

/**
 * Makes processes refuse the merchant's calls, as soon as they have read the change. Returns the version of the
 * directory, which `switchMove` needs.
 * @throws Problem conflict, reason `merchant_is_not_moving`.
 */
export const freezeMove = (control: Context, merchantId: string): Promise<bigint> =>
  change(control, merchantId, (place) => {
    if (place.state !== 'copying') throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    return { state: 'moving' }
  })

/** Ends the freeze without a switch. A process that wants to switch with an earlier version is then refused. */
export const reopenMove = (control: Context, merchantId: string): Promise<bigint> =>
  change(control, merchantId, (place) => {
    if (place.movingTo === null || isSwitched(place))
      throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    return { state: 'copying' }
  })

/**
 * Gives the merchant and its keys to the cell to which the merchant moves. Calls are refused until `endMove`. `version`
 * is that of the freeze, and `hashes` are those of all keys of the merchant.
 * @throws Problem conflict, reason `merchant_is_not_moving`: the place has changed since the freeze.
 */
export const switchMove = (
  control: Context,
  merchantId: string,
  { version, hashes }: { version: bigint; hashes: readonly Buffer[] },
): Promise<bigint> =>
  change(control, merchantId, async (place, tx, next) => {
    const { movingTo } = place
    if (movingTo === null || place.state !== 'moving' || place.version !== version)
      throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    await addKeys(tx, { merchantId, hashes, version: next })
    await recordAudit(tx, {
      action: 'cell.move_merchant',
      target: { type: 'merchant', id: merchantId },
      merchantId,
      before: { cell: place.cellId },
      after: { cell: movingTo },
    })
    return { cell_id: movingTo }
  })

/** Ends a move after the switch: processes serve the merchant in its new cell. */
export const endMove = (control: Context, merchantId: string): Promise<bigint> =>
  change(control, merchantId, (place) => {
    if (!isSwitched(place)) throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    return { state: 'active', moving_to: null }
  })

/**
 * Ends a move before the switch: the merchant stays in its cell. Does nothing for a merchant who does not move.
 * @throws Problem conflict, reason `move_is_decided`: the merchant was switched.
 */
export const abandonMove = (control: Context, merchantId: string): Promise<bigint> =>
  change(control, merchantId, (place) => {
    if (isSwitched(place)) throw new Problem('conflict', { reason: 'move_is_decided' })
    return { state: 'active', moving_to: null }
  })

/** Returns whether the directory has given the merchant to the cell to which it moves. */
export const isSwitched = ({ cellId, movingTo }: Moving): boolean => movingTo === cellId

const COLUMNS = ['cell_id as cellId', 'state', 'moving_to as movingTo', 'version'] as const

interface Change {
  cell_id?: string
  state?: PlaceState
  moving_to?: string | null
}

/**
 * Changes the place of a merchant, and returns the version of the directory that has the change. A merchant without a
 * place gets the place `main` first.
 */
function change(
  control: Context,
  merchantId: string,
  decide: (place: Moving, tx: Tx, version: bigint) => Change | Promise<Change>,
): Promise<bigint> {
  return transaction(control, async (tx) => {
    const version = await nextVersion(tx)
    const now = tx.clock.now()
    await addPlace(tx, merchantId, { version, now })
    const place = await db(tx)
      .selectFrom('cell_merchant')
      .select(COLUMNS)
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow()
    const changed = await decide(place, tx, version)
    await db(tx)
      .updateTable('cell_merchant')
      .set({ ...changed, version, updated_at: now })
      .where('merchant_id', '=', merchantId)
      .execute()
    return version
  })
}

/** Adds the place `main`, with the idempotency key of the merchant's creation, so that a repeated creation finds it. */
async function addPlace(
  tx: Tx,
  merchantId: string,
  { version, now }: { version: bigint; now: Date },
): Promise<void> {
  await db(tx)
    .insertInto('cell_merchant')
    .values((eb) => ({
      merchant_id: merchantId,
      cell_id: MAIN_CELL,
      state: 'active',
      creation_key: eb.selectFrom('merchant').select('creation_key').where('id', '=', merchantId),
      version,
      updated_at: now,
    }))
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute()
}
