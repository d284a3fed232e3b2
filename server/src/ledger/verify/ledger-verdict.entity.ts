import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { Finding } from '../checks/findings.ts'

const schema = defineEntity({
  name: 'LedgerVerdict',
  tableName: 'ledger_verdict',
  properties: {
    id: p.uuid().primary(),
    startedAt: p.datetime(3),
    finishedAt: p.datetime(3),
    sound: p.boolean(),
    merchantsCount: p.integer(),
    entriesCount: p.bigint(),
    findingsCount: p.integer(),
    findings: p.json<Finding[]>(),
    requestedBy: p.text(),
  },
})

/** The result of one verification of the whole ledger. */
export class LedgerVerdict extends schema.class {}
schema.setClass(LedgerVerdict)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    ledger_verdict: InferKyselyTable<typeof schema>
  }
}
