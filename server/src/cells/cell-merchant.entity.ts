import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

/**
 * `copying`: calls of the merchant are served, and its rows are copied to another cell. `moving`: calls of the merchant
 * are refused for less than 2 s, while the merchant moves to the other cell.
 */
export const PLACE_STATES = ['active', 'copying', 'moving'] as const
export type PlaceState = (typeof PLACE_STATES)[number]

const schema = defineEntity({
  name: 'CellMerchant',
  tableName: 'cell_merchant',
  properties: {
    merchantId: p.uuid().primary(),
    cellId: p.text(),
    state: p.enum(PLACE_STATES),
    /** The cell to which the merchant moves; null while the merchant does not move. */
    movingTo: p.text().strictNullable(),
    /** The version of the directory with which the last freeze began. This version identifies the freeze. */
    freezeVersion: p.bigint().strictNullable(),
    /** When the freeze ends, by the clock of the database. Null without a freeze. */
    frozenUntil: p.datetime(3).strictNullable(),
    /** The idempotency key of the creation of the merchant. */
    creationKey: p.text().strictNullable(),
    /** The version that the directory got with the last change of the row. */
    version: p.bigint(),
    updatedAt: p.datetime(3),
  },
})

/** The cell of a merchant. A merchant without a row is in the cell `main`. */
export class CellMerchant extends schema.class {}
schema.setClass(CellMerchant)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    cell_merchant: InferKyselyTable<typeof schema>
  }
}
