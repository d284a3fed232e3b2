import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const auditLinkSchema = defineEntity({
  name: 'AuditLink',
  tableName: 'audit_link',
  properties: {
    position: p.bigint().primary(),
    entrySeq: p.bigint(),
    prevHash: p.blob().$type<Buffer>(),
    hash: p.blob().$type<Buffer>(),
    hashVersion: p.smallint(),
  },
})

/** One link of the audit hash chain. The hash of a link covers one entry and the previous link. */
export class AuditLink extends auditLinkSchema.class {}
auditLinkSchema.setClass(AuditLink)

const auditHeadSchema = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_head',
  properties: {
    onlyRow: p.boolean().primary(),
    position: p.bigint(),
    hash: p.blob().$type<Buffer>(),
  },
})

/** The position and hash of the last link of the audit chain. The table has only one row. */
export class AuditHead extends auditHeadSchema.class {}
auditHeadSchema.setClass(AuditHead)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    audit_link: InferKyselyTable<typeof auditLinkSchema>
    audit_head: InferKyselyTable<typeof auditHeadSchema>
  }
}
