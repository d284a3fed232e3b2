import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'LedgerHead',
  tableName: 'ledger_head',
  properties: {
    merchantId: p.uuid().primary(),
    lastSeq: p.bigint(),
    lastHash: p.blob().$type<Buffer>(),
    lastPostedAt: p.datetime(3),
  },
})

/**
 * The last entry of one merchant's ledger: its sequence number, chain hash and posting time. Each posting locks this
 * row.
 */
export class LedgerHead extends schema.class {}
schema.setClass(LedgerHead)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    ledger_head: InferKyselyTable<typeof schema>
  }
}
