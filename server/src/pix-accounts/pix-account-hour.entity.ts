import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { Outcome } from '../pix/around-calls.ts'

const schema = defineEntity({
  name: 'PixAccountHour',
  tableName: 'pix_account_hour',
  properties: {
    pixAccountId: p.text().primary(),
    hour: p.datetime(3).primary(),
    operation: p.text().primary(),
    callsCount: p.bigint(),
    failedCount: p.bigint(),
    lastCallAt: p.datetime(3),
    /** The outcome of the last call in the hour. Null in rows that an earlier version of the service wrote. */
    lastOutcome: p.text().$type<Outcome>().strictNullable(),
  },
})

/** Counts the calls of one operation that a receiving account sent to its PSP in one hour. */
export class PixAccountHour extends schema.class {}
schema.setClass(PixAccountHour)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    pix_account_hour: InferKyselyTable<typeof schema>
  }
}
