import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

/** `open`: the cell receives new merchants. `closed`: the cell keeps only its merchants. */
export const CELL_STATES = ['open', 'closed'] as const
export type CellState = (typeof CELL_STATES)[number]

const schema = defineEntity({
  name: 'StoredCell',
  tableName: 'cell',
  properties: {
    id: p.text().primary(),
    state: p.enum(CELL_STATES),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
})

/** A cell that may receive merchants. Only the database of the cell `main` has these rows for all cells. */
export class StoredCell extends schema.class {}
schema.setClass(StoredCell)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    cell: InferKyselyTable<typeof schema>
  }
}
