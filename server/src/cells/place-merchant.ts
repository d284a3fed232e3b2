import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { lockName } from '../kernel/database/advisory-lock.ts'
import { db } from '../kernel/database/tables.ts'
import { Problem } from '../kernel/problem.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { createMerchant, type CreateMerchant } from '../merchants/create-merchant.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import { listCells } from './cell.queries.ts'
import { ensureCell } from './ensure-cell.ts'
import { nextVersion } from './next-version.ts'

export interface Placing {
  /** The cells of this process, `main` first. */
  cells: readonly string[]
  /** The cell that the caller wants; by default, the open cell with the fewest merchants. */
  wanted?: string | undefined
  /** Returns a context on the database of a cell. */
  contextOf: (cellId: string) => Context
}

/**
 * Creates a merchant as `createMerchant` does, in one of several cells. `control` is a context on the database of the
 * directory. The directory gets the merchant before the cell does. So a repeated call with the same idempotency key
 * uses the same cell, even if the first call ended between these two writes.
 * @throws Problem as `createMerchant` does.
 * @throws Problem not_found, reason `cell_not_found`.
 * @throws Problem conflict, reason `no_open_cell`.
 */
export async function placeMerchant(
  control: Context,
  input: CreateMerchant,
  placing: Placing,
): Promise<{ merchant: Merchant; cellId: string }> {
  const { id, cellId } = await transaction(control, (tx) => reservePlace(tx, input.idempotencyKey, placing))
  return { merchant: await createMerchant(placing.contextOf(cellId), { ...input, id }), cellId }
}

interface Reserved {
  id: string
  cellId: string
}

async function reservePlace(tx: Tx, key: string | undefined, placing: Placing): Promise<Reserved> {
  if (key !== undefined) {
    await lockName(tx, `place-merchant:${key}`)
    const earlier = await findReserved(tx, key)
    if (earlier) return earlier
  }
  const cellId = await chooseCell(tx, placing)
  const now = tx.clock.now()
  const id = tx.ids.uuid(now)
  await db(tx)
    .insertInto('cell_merchant')
    .values({
      merchant_id: id,
      cell_id: cellId,
      state: 'active',
      creation_key: key ?? null,
      version: await nextVersion(tx),
      updated_at: now,
    })
    .execute()
  return { id, cellId }
}

/**
 * Returns the id and the cell that an earlier call with the same key has chosen for the merchant. Also finds a merchant
 * that was created before the service had several cells. Returns undefined without an earlier call.
 */
async function findReserved(tx: Tx, key: string): Promise<Reserved | undefined> {
  const placed = await db(tx)
    .selectFrom('cell_merchant')
    .select(['merchant_id as id', 'cell_id as cellId'])
    .where('creation_key', '=', key)
    .executeTakeFirst()
  if (placed) return placed
  const unplaced = await db(tx)
    .selectFrom('merchant')
    .select('id')
    .where('creation_key', '=', key)
    .executeTakeFirst()
  return unplaced && { id: unplaced.id, cellId: MAIN_CELL }
}

async function chooseCell(tx: Tx, { cells, wanted }: Placing): Promise<string> {
  if (wanted !== undefined) {
    if (!cells.includes(wanted)) throw new Problem('not_found', { reason: 'cell_not_found' })
    await ensureCell(tx, wanted)
    return wanted
  }
  const known = await listCells(tx)
  const [fewest] = known
    .filter(({ id, state }) => state === 'open' && cells.includes(id))
    .toSorted((one, other) => Number(one.merchants - other.merchants))
  if (!fewest) throw new Problem('conflict', { reason: 'no_open_cell' })
  return fewest.id
}
