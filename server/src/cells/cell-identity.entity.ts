import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'CellIdentity',
  tableName: 'cell_identity',
  properties: {
    onlyRow: p.boolean().primary().default(true),
    cellId: p.text(),
    createdAt: p.datetime(3),
  },
})

/** The cell of the database. The table has at most one row, and no row if the service has only one cell. */
export class CellIdentity extends schema.class {}
schema.setClass(CellIdentity)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    cell_identity: InferKyselyTable<typeof schema>
  }
}
