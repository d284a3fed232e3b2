import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'ReturnHold',
  tableName: 'return_hold',
  properties: {
    id: p.integer().primary(),
    /**
     * The incarnation (`INCARNATION`) of the database when the returns were last released. A restore or a promotion
     * changes the incarnation.
     */
    releasedIncarnation: p.text(),
    /** Since when an operator has held the returns; null when no operator holds them. */
    heldSince: p.datetime(3).strictNullable(),
    reason: p.text().strictNullable(),
    updatedAt: p.datetime(3),
  },
})

/** The switch that holds the returns that this service requests. The table has one row. */
export class ReturnHold extends schema.class {}
schema.setClass(ReturnHold)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    return_hold: InferKyselyTable<typeof schema>
  }
}
