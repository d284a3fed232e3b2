import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'SandboxAccount',
  tableName: 'sandbox_account',
  properties: {
    merchantId: p.uuid().primary(),
    /** The time in milliseconds by which the clock of the test account is ahead of real time. */
    clockOffsetMs: p.bigint(),
    /** The offset at which the current advance of the clock ends. */
    targetOffsetMs: p.bigint().strictNullable(),
    /**
     * Counts the requests of the test account. If this count grew while the jobs of the test account were running, the
     * jobs run again.
     */
    wakes: p.integer(),
    nextRunAt: p.datetime(3),
    leaseUntil: p.datetime(3).strictNullable(),
    usedAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
})

/** A test account, with its clock. All times in the row of a test account are real times. */
export class SandboxAccount extends schema.class {}
schema.setClass(SandboxAccount)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    sandbox_account: InferKyselyTable<typeof schema>
  }
}
