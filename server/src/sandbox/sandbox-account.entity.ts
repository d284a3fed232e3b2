import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'SandboxAccount',
  tableName: 'sandbox_account',
  properties: {
    merchantId: p.uuid().primary(),
    /** How far the clock of the account is ahead of real time. */
    clockOffsetMs: p.bigint(),
    /** The offset that a running advance of the clock has to reach. */
    targetOffsetMs: p.bigint().strictNullable(),
    /** Counts the requests. A run of the jobs that overlapped a request is repeated. */
    wakes: p.integer(),
    nextRunAt: p.datetime(3),
    leaseUntil: p.datetime(3).strictNullable(),
    usedAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
})

/** An account of the test environment, with its clock. Its times are real times. */
export class SandboxAccount extends schema.class {}
schema.setClass(SandboxAccount)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    sandbox_account: InferKyselyTable<typeof schema>
  }
}
