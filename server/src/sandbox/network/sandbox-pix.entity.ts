import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'SandboxPix',
  tableName: 'sandbox_pix',
  properties: {
    endToEndId: p.text().primary(),
    merchantId: p.uuid(),
    txid: p.text(),
    amountCents: p.bigint(),
    payer: p.enum(['charge', 'other'] as const),
    paidAt: p.datetime(3),
  },
})

/** A payment of the test network. */
export class SandboxPix extends schema.class {}
schema.setClass(SandboxPix)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    sandbox_pix: InferKyselyTable<typeof schema>
  }
}
