import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'SandboxReturn',
  tableName: 'sandbox_return',
  properties: {
    endToEndId: p.text().primary(),
    id: p.text().primary(),
    merchantId: p.uuid(),
    returnId: p.text(),
    amountCents: p.bigint(),
    outcome: p.enum(['returned', 'not_done'] as const),
    requestedAt: p.datetime(3),
  },
})

/** A return (devolução) of a payment of the test network. */
export class SandboxReturn extends schema.class {}
schema.setClass(SandboxReturn)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    sandbox_return: InferKyselyTable<typeof schema>
  }
}
