import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'LastAnchor',
  tableName: 'ledger_anchor',
  properties: {
    id: p.integer().primary(),
    /** The time in the member `at` of the anchor. */
    anchoredAt: p.datetime(3),
  },
})

/**
 * The last anchor (signed fingerprint of the ledger) that a job wrote to its file. The table is empty before the first
 * anchor and then has one row.
 */
export class LastAnchor extends schema.class {}
schema.setClass(LastAnchor)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    ledger_anchor: InferKyselyTable<typeof schema>
  }
}
