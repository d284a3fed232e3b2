import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'StoredAuditVerdict',
  tableName: 'audit_verdict',
  properties: {
    id: p.uuid().primary(),
    finishedAt: p.datetime(3),
    sound: p.boolean(),
    linesCount: p.bigint(),
    headPosition: p.bigint(),
    headHash: p.blob().$type<Buffer>(),
    fault: p.text().strictNullable(),
    requestedBy: p.text(),
  },
})

/** The result of one verification of the whole audit log. */
export class StoredAuditVerdict extends schema.class {}
schema.setClass(StoredAuditVerdict)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    audit_verdict: InferKyselyTable<typeof schema>
  }
}
