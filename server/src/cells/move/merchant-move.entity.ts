import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'MerchantMove',
  tableName: 'merchant_move',
  properties: {
    merchantId: p.uuid().primary(),
    state: p.enum(['copying', 'frozen', 'left', 'gone', 'arriving'] as const),
    /** The other cell of the move. */
    cellId: p.text(),
    /** The run of the command that works on the move. */
    attempt: p.uuid(),
    /**
     * In the source, the version of the freeze that hid the rows. In the target, the version of the freeze whose switch
     * makes the rows visible.
     */
    freezeVersion: p.bigint().strictNullable(),
    /** The last freeze that ended without a switch. This freeze can no longer hide the rows. */
    endedVersion: p.bigint().strictNullable(),
    updatedAt: p.datetime(3),
  },
})

/**
 * A merchant who moves, or has moved, between this cell and another one. The comments on the columns of the database
 * table explain more.
 */
export class MerchantMove extends schema.class {}
schema.setClass(MerchantMove)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    merchant_move: InferKyselyTable<typeof schema>
  }
}
