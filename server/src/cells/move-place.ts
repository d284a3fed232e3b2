import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { addKeys } from './add-keys.ts'
import type { PlaceState } from './cell-merchant.entity.ts'
import { ensureCell } from './ensure-cell.ts'
import { nextVersion } from './next-version.ts'

/** The place of a merchant in the directory: its cell, and the state of its move to another cell. */
export interface Moving {
  cellId: string
  state: PlaceState
  /**
   * The cell to which the merchant moves; null if the merchant does not move. After the switch, this cell equals
   * `cellId`.
   */
  movingTo: string | null
  /** The version that the directory got with the last change of the place. */
  version: bigint
  /** The version of the directory with which the last freeze began; null if there was no freeze. */
  freezeVersion: bigint | null
  /** Whether the time of the freeze is over. */
  isOver: boolean
}

/**
 * How long a freeze lasts, in milliseconds. After this time, every process ends the freeze. Processes need some time to
 * read the start and the end of a freeze from the directory. In total, calls of the merchant are refused for less than
 * 2 s.
 */
export const FREEZE_MS = 1_600

/** Returns the place of a merchant. A merchant who is not in the directory is in the cell `main`. */
export async function findMoving(control: Context, merchantId: string): Promise<Moving> {
  return (await selectPlace(control, merchantId)) ?? NOWHERE
}

const NOWHERE: Moving = {
  cellId: MAIN_CELL,
  state: 'active',
  movingTo: null,
  version: 0n,
  freezeVersion: null,
  isOver: false,
}

/**
 * Begins the move of a merchant to another cell. Calls of the merchant are served while its rows are copied. The caller
 * may repeat this call for the same cell. Returns the version of the directory with the change.
 * @throws Problem conflict, reason `merchant_is_moving`: the merchant moves to another cell, or the freeze of its move
 * has begun. Reason `same_cell`: the merchant is already in this cell.
 */
export function startMove(control: Context, merchantId: string, cellId: string): Promise<bigint> {
  return change(control, merchantId, async (place, tx) => {
    await ensureCell(tx, cellId)
    if (place.movingTo !== null && (place.movingTo !== cellId || place.state === 'moving'))
      throw new Problem('conflict', { reason: 'merchant_is_moving' })
    if (place.cellId === cellId) throw new Problem('conflict', { reason: 'same_cell' })
    return { state: 'copying', moving_to: cellId }
  })
}

/**
 * Freezes the merchant for FREEZE_MS. Every process that has read this change refuses the merchant's calls. Returns the
 * version of the directory, which identifies the freeze.
 * @throws Problem conflict, reason `merchant_is_not_moving`.
 */
export const freezeMove = (control: Context, merchantId: string): Promise<bigint> =>
  change(control, merchantId, (place, _tx, version) => {
    if (place.state !== 'copying') throw new Problem('conflict', { reason: 'merchant_is_not_moving' })
    return { state: 'moving', freeze_version: version, frozen_until: freezeEnd }
  })

const freezeEnd = sql<Date>`clock_timestamp() + ${FREEZE_MS} * interval '1 millisecond'`

/**
 * Decides the outcome of a freeze whose time is over. With `isForced`, decides the outcome of any freeze. If the
 * merchant was not switched before, no switch is possible afterwards. Returns the decided place. Calls of the merchant
 * are still refused until `openPlace`. Returns undefined if there is nothing to decide.
 */
export function decideFreeze(
  control: Context,
  merchantId: string,
  { isForced }: { isForced: boolean },
): Promise<Moving | undefined> {
  return transaction(control, async (tx) => {
    const found = await findMoving(tx, merchantId)
    if (found.state !== 'moving' || !(found.isOver || isForced)) return undefined
    // The version of the place differs from the version of the freeze only after a switch, or after a decision against
    // a switch.
    if (isSwitched(found) || (found.freezeVersion !== null && found.freezeVersion !== found.version))
      return found
    const version = await nextVersion(tx)
    await db(tx)
      .updateTable('cell_merchant')
      .set({ version })
      .where('merchant_id', '=', merchantId)
      .where('version', '=', found.version)
      .execute()
    // Another process may have switched the merchant before this update.
    const decided = await findMoving(tx, merchantId)
    return decided.state === 'moving' && decided.freezeVersion === found.freezeVersion ? decided : undefined
  })
}

/**
 * Gives the merchant and its keys to the cell to which the merchant moves. Calls are refused until `openPlace`.
 * `version` is the version of the freeze, and `hashes` contains the hashes of all keys of the merchant. Returns the
 * version of the directory with the change.
 * @throws Problem conflict, reason `freeze_has_ended`.
 */
export const switchMove = (
  control: Context,
  merchantId: string,
  { version, hashes }: { version: bigint; hashes: readonly Buffer[] },
): Promise<bigint> =>
  change(control, merchantId, async (place, tx, next) => {
    const { movingTo } = place
    if (movingTo === null || place.state !== 'moving' || place.version !== version || place.isOver)
      throw new Problem('conflict', { reason: 'freeze_has_ended' })
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

/**
 * Admits calls after a decided freeze: in the new cell after a switch, and otherwise in the old one. The rows of the
 * merchant must be visible in this cell. Does nothing if another process has already admitted the calls. Returns the
 * version of the directory with the change.
 */
export const openPlace = (control: Context, merchantId: string, decided: Moving): Promise<bigint> =>
  change(control, merchantId, (place) => {
    if (place.state !== 'moving' || place.freezeVersion !== decided.freezeVersion) return undefined
    return isSwitched(place)
      ? { state: 'active', moving_to: null, frozen_until: null }
      : { state: 'copying', frozen_until: null }
  })

/**
 * Ends a move before the switch: the merchant stays in its cell. Does nothing for a merchant who does not move. Returns
 * the version of the directory with the change.
 * @throws Problem conflict, reason `move_is_decided`: the merchant is frozen, or was switched.
 */
export const abandonMove = (control: Context, merchantId: string): Promise<bigint> =>
  change(control, merchantId, (place) => {
    if (place.state === 'moving') throw new Problem('conflict', { reason: 'move_is_decided' })
    return { state: 'active', moving_to: null }
  })

/** Returns whether the directory has given the merchant to the cell to which it moves. */
export const isSwitched = ({ cellId, movingTo }: Moving): boolean => movingTo === cellId

const selectPlace = (ctx: Context, merchantId: string): Promise<Moving | undefined> =>
  db(ctx)
    .selectFrom('cell_merchant')
    .select(['cell_id as cellId', 'state', 'moving_to as movingTo', 'version'])
    .select(['freeze_version as freezeVersion', isOver.as('isOver')])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()

/**
 * Uses `clock_timestamp()`, because a transaction may begin before the end of the freeze and get its locks after this
 * end.
 */
const isOver = sql<boolean>`coalesce(frozen_until <= clock_timestamp(), false)`

interface Change {
  cell_id?: string
  state?: PlaceState
  moving_to?: string | null
  freeze_version?: bigint
  frozen_until?: RawBuilder<Date> | null
}

/**
 * Changes the place of a merchant, and returns the version of the directory that has the change. A merchant who is not
 * in the directory first gets the place `main`. Without a change from `decide`, the place keeps its version.
 */
function change(
  control: Context,
  merchantId: string,
  decide: (place: Moving, tx: Tx, version: bigint) => Change | undefined | Promise<Change>,
): Promise<bigint> {
  return transaction(control, async (tx) => {
    const version = await nextVersion(tx)
    const now = tx.clock.now()
    await addPlace(tx, merchantId, { version, now })
    const place = await findMoving(tx, merchantId)
    const changed = await decide(place, tx, version)
    if (!changed) return version
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
