import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const RETURN_OUTCOMES = ['returned', 'not_done', 'refused'] as const
/** The possible outcomes of a return at the test network. */
export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number]

const schema = defineEntity({
  name: 'SandboxCob',
  tableName: 'sandbox_cob',
  properties: {
    txid: p.text().primary(),
    merchantId: p.uuid(),
    status: p.enum(['active', 'removed'] as const),
    amountCents: p.bigint(),
    expiresInSeconds: p.integer(),
    merchantName: p.text(),
    returnOutcome: p.enum(RETURN_OUTCOMES),
    createdAt: p.datetime(3),
  },
})

/** A charge of the test network. */
export class SandboxCob extends schema.class {}
schema.setClass(SandboxCob)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    sandbox_cob: InferKyselyTable<typeof schema>
  }
}
