import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { MAIN_CELL } from '../kernel/settings/config.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import type { CellState } from './cell.entity.ts'

/** A cell and the number of its merchants. */
export interface CountedCell {
  id: string
  state: CellState
  merchants: bigint
}

/**
 * Lists the cells that the directory knows, with the number of their merchants. The context must use the database of
 * the directory. Merchants who are not in the directory count in the cell `main`.
 */
export const listCells = (control: Context): Promise<CountedCell[]> =>
  db(control)
    .selectFrom('cell')
    .select(['cell.id', 'cell.state'])
    .select((eb) => {
      const placed = eb
        .selectFrom('cell_merchant as p')
        .select((of) => of.fn.countAll<bigint>().as('n'))
        .whereRef('p.cell_id', '=', 'cell.id')
      const unplaced = eb
        .selectFrom('merchant as m')
        .leftJoin('cell_merchant as p', 'p.merchant_id', 'm.id')
        .select((of) => of.fn.countAll<bigint>().as('n'))
        .where('p.merchant_id', 'is', null)
        .where('m.id', '<>', SERVICE_MERCHANT_ID)
        .where('cell.id', '=', MAIN_CELL)
      return eb(placed, '+', unplaced).$notNull().as('merchants')
    })
    .orderBy('cell.id')
    .execute()
