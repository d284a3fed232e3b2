import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { CallFault } from '../pix/health/call-state.ts'

const schema = defineEntity({
  name: 'PixAccountReport',
  tableName: 'pix_account_report',
  properties: {
    pixAccountId: p.text().primary(),
    /** The process that made the report: its role, its host and its process id. */
    process: p.text().primary(),
    avoidedSince: p.datetime(3).strictNullable(),
    breakerOpenSince: p.datetime(3).strictNullable(),
    fault: p.text().$type<CallFault>().strictNullable(),
    faultSince: p.datetime(3).strictNullable(),
    reportedAt: p.datetime(3),
  },
})

/** The problems that a process has now with the PSP of an account. */
export class PixAccountReport extends schema.class {}
schema.setClass(PixAccountReport)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    pix_account_report: InferKyselyTable<typeof schema>
  }
}
